const latestMs = 2000

/** Runs `work` once the page has nothing more urgent to do. @returns calls it off */
export function atRest(work: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, latestMs)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: latestMs })
  return () => window.cancelIdleCallback(handle)
}
