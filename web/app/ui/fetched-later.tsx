import { type ComponentType, createElement, lazy, Suspense, useEffect } from 'react'

const restLatestMs = 2000
const againAfterMs = 2000

/**
 * A component whose code is no part of the page, such as a dialog: it comes while the page is at rest, so that it is
 * there when it is opened, also without a connection. Whoever opens it before, on a line that is broken, gets it when
 * the line is back.
 */
export function fetchedLater<P extends { isOpen: boolean }>(fetchPart: () => Promise<ComponentType<P>>) {
  const Part = lazy(async () => ({ default: await untilFetched(fetchPart) }))
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each module, as lazy itself
  return function FetchedLater(props: P) {
    useEffect(() => atRest(() => void fetchPart().catch(() => undefined)), [])
    return props.isOpen ? <Suspense>{createElement<P>(Part, props)}</Suspense> : null
  }
}

async function untilFetched<T>(fetchPart: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await fetchPart()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, againAfterMs))
    }
  }
}

/** Runs `work` once the page has nothing more urgent to do. @returns calls it off */
function atRest(work: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, restLatestMs)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: restLatestMs })
  return () => window.cancelIdleCallback(handle)
}
