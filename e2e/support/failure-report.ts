import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, TestInfo } from '@playwright/test'

/** scripts/lib/test-parts.mjs looks for it: what it holds is printed below the counts, where no picture can be seen. */
const attachmentName = 'what was shown'
const readWithinMs = 5000

/** Says of a test that has failed what a person had before them; a page that does not answer says nothing. */
export async function reportIfFailed(info: TestInfo, read: () => Promise<string>): Promise<void> {
  if (info.status !== info.expectedStatus) await report(info, read)
}

export async function report(info: TestInfo, read: () => Promise<string>): Promise<void> {
  const body = await Promise.race([
    read().catch((error) => `not readable: ${error}`),
    sleep(readWithinMs, 'no answer from the page'),
  ])
  await info.attach(attachmentName, { body, contentType: 'text/plain' })
}

const serverLinesMax = 10

/** The last warnings and errors of the product, each in a line; of what is not one of its own lines the line itself. */
export const describeServer = (output: string): string =>
  ['The server said at last:', ...output.trimEnd().split('\n').slice(-serverLinesMax).map(shortened)].join(
    '\n',
  )

function shortened(line: string): string {
  try {
    const { time, msg, err, cause, ...rest } = JSON.parse(line)
    const why = [err, err?.cause, cause].flatMap((error) => error?.message ?? [])
    return [new Date(time).toISOString(), msg, ...why, rest.url ?? rest.path ?? ''].join(' | ')
  } catch {
    return line
  }
}

/** A page as assistive technology reads it, under its address and whether a press could have been heard. */
export const describePage = async (page: Page): Promise<string> =>
  [page.url(), await page.evaluate(describeHydration), await page.locator('body').ariaSnapshot()].join('\n')

/** React leaves its marks on what it listens to and on each element that it knows. */
function describeHydration(): string {
  const isMarked = (node: object, mark: string) => Object.keys(node).some((key) => key.startsWith(mark))
  const buttons = [...document.querySelectorAll('button')]
  const known = buttons.filter((button) => isMarked(button, '__reactFiber$'))
  const listens = isMarked(document, '_reactListening') ? 'React listens' : 'React does not listen'
  return `${document.readyState}, ${listens}, and knows ${known.length} of ${buttons.length} buttons`
}
