import type { Config } from './config.ts'
import type { Log } from './platform/log.ts'

export const shutdownLimitMs = 15_000

/** What has been started, to be stopped in the opposite order. */
export type Undo = { name: string; stop: () => Promise<unknown> }

/** What every step of a start is given. */
export type Start = {
  config: Config
  log: Log
  undo: Undo[]
  hurry: AbortSignal
  /** When there are pages to serve. */
  pages: Promise<void>
}

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Ends the process in any case: what takes longer than `limitMs` is not waited for. */
export async function stopAll({ undo, log }: Start, limitMs: number) {
  let underWay = ''
  setTimeout(() => {
    log.error({ what: underWay }, 'the end takes too long')
    process.exit(1)
  }, limitMs).unref()
  for (const { name, stop } of undo.reverse()) {
    underWay = name
    await stop().catch((error: unknown) => log.error({ err: error }, `could not stop: ${name}`))
  }
}
