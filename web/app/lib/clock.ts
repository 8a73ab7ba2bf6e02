/** Where the page says how far the installation's clock runs ahead of the real one; only a demo's does. */
export const clockAttribute = 'data-clock-ahead-ms'

let serverAheadMs = 0
/** For pages that are rendered on the server. */
export function setServerClock(aheadMs: number) {
  serverAheadMs = aheadMs
}

const aheadMs = () =>
  typeof document === 'undefined'
    ? serverAheadMs
    : Number(document.documentElement.getAttribute(clockAttribute) ?? 0)

/** The time by which the product goes: what is today, what has begun, what is over. */
export const currentTime = (): Date => new Date(Date.now() + aheadMs())
