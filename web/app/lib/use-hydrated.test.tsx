import { act, render } from '@testing-library/react'
import { type ReactNode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { setOwnTimeZone } from './dates.ts'
import { useHydrated } from './use-hydrated.ts'
import { useTimeZone } from './use-time-zone.ts'

const said: string[] = []

function Part() {
  const words = `${useHydrated() ? 'alive' : 'drawn'} in ${useTimeZone()}`
  said.push(words)
  return <p>{words}</p>
}

function ofServer(part: ReactNode): HTMLElement {
  const page = document.createElement('div')
  page.innerHTML = renderToString(part)
  document.body.append(page)
  said.length = 0
  return page
}

it('says what the server said until the page is hydrated, then what the browser knows', async () => {
  setOwnTimeZone('Asia/Tokyo')
  const page = ofServer(<Part />)
  expect(page.textContent).toBe('drawn in Asia/Kolkata')
  await act(async () =>
    hydrateRoot(page, <Part />, { onRecoverableError: (error) => expect.fail(String(error)) }),
  )
  expect(said).toEqual(['drawn in Asia/Kolkata', 'alive in Asia/Tokyo'])
  expect(page.textContent).toBe('alive in Asia/Tokyo')
  act(() => setOwnTimeZone(null))
})

it('draws what was hydrated once more in slices, not in the task that ends hydration', async () => {
  const numbers = [...Array(50).keys()]
  const many = numbers.map((number) => <SlowPart key={number} />)
  const page = ofServer(many)
  // Inside of act React would draw everything at once.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const root = hydrateLater(page, many)
  const countAlive = () =>
    [...page.querySelectorAll('p')].filter(({ textContent }) => textContent !== 'drawn').length
  let longest = 0
  while (countAlive() < numbers.length) {
    const before = slowParts
    await nextTask()
    longest = Math.max(longest, slowParts - before)
  }
  expect(longest).toBeLessThan(numbers.length)
  root.unmount()
  vi.unstubAllGlobals()
})

let slowParts = 0
function SlowPart() {
  const isHydrated = useHydrated()
  const untilMs = performance.now() + 1
  while (performance.now() < untilMs);
  if (isHydrated) slowParts++
  return <p>{isHydrated ? 'alive' : 'drawn'}</p>
}

function hydrateLater(page: HTMLElement, children: ReactNode) {
  let root!: ReturnType<typeof hydrateRoot>
  startTransition(() => {
    root = hydrateRoot(page, children)
  })
  return root
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

it('is alive at once where the browser draws by itself', () => {
  said.length = 0
  render(<Part />)
  expect(said.every((words) => words.startsWith('alive'))).toBe(true)
})
