import { startTransition, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hydratedEvent, listeningEvent, replayEarlyEvents } from './event-replay.ts'

// Within act no time lies between React's handlers and its effects.
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false))
afterEach(() => void vi.unstubAllGlobals())

/** Kept outside of React, as the favourites of a visitor are: what is changed before React asks makes nothing draw. */
let isKept = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const toggleKept = () => {
  isKept = !isKept
  for (const listener of listeners) listener()
}

function Controls() {
  const [isTicked, setIsTicked] = useState(false)
  const [count, setCount] = useState(0)
  const [order, setOrder] = useState('best')
  const kept = useSyncExternalStore(
    subscribe,
    () => isKept,
    () => false,
  )
  return (
    <>
      <input type="checkbox" checked={isTicked} onChange={(event) => setIsTicked(event.target.checked)} />
      <button type="button" onClick={() => setCount(count + 1)}>
        More
      </button>
      <button type="button" onClick={toggleKept}>
        Keep
      </button>
      <select value={order} onChange={(event) => setOrder(event.target.value)}>
        <option value="best">Best</option>
        <option value="newest">Newest</option>
      </select>
      <output>{`${isTicked} ${count} ${order} ${kept}`}</output>
    </>
  )
}

type SiteProps = { onListening: () => void; onHydrated: () => void }

/** Says what entry.client.tsx says. */
function Site({ onListening, onHydrated }: SiteProps) {
  useLayoutEffect(() => {
    document.dispatchEvent(new Event(listeningEvent))
    queueMicrotask(onListening)
  }, [onListening])
  useEffect(() => {
    document.dispatchEvent(new Event(hydratedEvent))
    onHydrated()
  }, [onHydrated])
  return <Controls />
}

/** The server's page with the script that comes with it. */
function openPage(onListening = () => {}) {
  isKept = false
  const onHydrated = vi.fn()
  const site = <Site onListening={onListening} onHydrated={onHydrated} />
  document.body.innerHTML = '<main></main>'
  const page = document.body.querySelector('main')!
  page.innerHTML = renderToString(site)
  replayEarlyEvents(listeningEvent, hydratedEvent)
  return {
    tick: () => page.querySelector('input')!.click(),
    more: () => page.querySelectorAll('button')[0]!.click(),
    keep: () => page.querySelectorAll('button')[1]!.click(),
    choose: () => {
      const select = page.querySelector('select')!
      select.value = 'newest'
      select.dispatchEvent(new Event('change', { bubbles: true }))
    },
    startHydrating: () => startTransition(() => void hydrateRoot(page, site)),
    /** Of what was done twice the second comes soon after the first. */
    says: async (text: string) => {
      await vi.waitFor(() => expect(onHydrated).toHaveBeenCalled())
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(page.querySelector('output')!.textContent).toBe(text)
    },
  }
}

type Deed = 'tick' | 'more' | 'keep' | 'choose'
const deeds: [Deed, string][] = [
  ['tick', 'true 0 best false'],
  ['more', 'false 1 best false'],
  ['keep', 'false 0 best true'],
  ['choose', 'false 0 newest false'],
]

it('does what was done before the page was hydrated once when it is', async () => {
  const page = openPage()
  for (const [deed] of deeds) page[deed]()
  page.startHydrating()
  await page.says('true 1 newest true')
  page.more()
  document.dispatchEvent(new Event(hydratedEvent))
  await page.says('true 2 newest true')
})

it.each(deeds)('does what React hydrates for once: %s', async (deed, text) => {
  const page = openPage()
  page.startHydrating()
  page[deed]()
  await page.says(text)
})

it.each(deeds)(
  'does once what is done between the handlers of React and its effects: %s',
  async (deed, text) => {
    const page = openPage(() => page[deed]())
    page.startHydrating()
    await page.says(text)
  },
)
