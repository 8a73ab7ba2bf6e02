import { type ComponentType, createElement, lazy, Suspense, useEffect } from 'react'

const idleTimeoutMs = 2000
const retryAfterMs = 2000

/**
 * A component whose code is no part of the page, such as a dialog: it comes while the page is at rest, so that it is
 * there when it is opened, also without a connection. Whoever opens it before, on a line that is broken, gets it when
 * the line is back.
 */
export function lazyWithPrefetch<P extends { isOpen: boolean }>(
  loadComponent: () => Promise<ComponentType<P>>,
) {
  const Part = lazyWithRetry(loadComponent)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each module, as lazy itself
  return function LazyWithPrefetch(props: P) {
    useEffect(() => whenIdle(() => void loadComponent().catch(() => undefined)), [])
    return props.isOpen ? <Suspense>{createElement<P>(Part, props)}</Suspense> : null
  }
}

/** A part whose code is no part of the page: a broken line, or a release in between, must not end what goes on there. */
export const lazyWithRetry = <P,>(loadComponent: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await loadWithRetry(loadComponent) }))

async function loadWithRetry<T>(loadComponent: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await loadComponent()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    }
  }
}

/** Runs `work` once the page has nothing more urgent to do. @returns calls it off */
function whenIdle(work: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, idleTimeoutMs)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: idleTimeoutMs })
  return () => window.cancelIdleCallback(handle)
}
