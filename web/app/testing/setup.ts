import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import './wait-times.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// Files share a page and its modules: nothing of one test may be left for the next.
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
})

/** jsdom lays nothing out, so nothing ever changes its size, and nothing can be scrolled. */
class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResizes
Element.prototype.scrollIntoView ??= () => {}
