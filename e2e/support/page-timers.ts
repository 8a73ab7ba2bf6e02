import type { Page } from '@playwright/test'

/** Counts what the page does again and again. To be called before it is opened. */
export const watchTimers = (page: Page) =>
  page.addInitScript(() => {
    const running = new Map<unknown, number | undefined>()
    const [set, clear] = [window.setInterval, window.clearInterval]
    let ticks = 0
    Object.assign(window, {
      setInterval: (work: () => void, delay?: number) => {
        const id = set(() => {
          ticks++
          work()
        }, delay)
        running.set(id, delay)
        return id
      },
      clearInterval: (id: number) => {
        running.delete(id)
        clear(id)
      },
      ticks: () => ticks,
      halfSecondTimers: () => [...running.values()].filter((delay) => delay === 500).length,
    })
  })
/** How many of them run every half second. */
export const halfSecondTimers = (page: Page) =>
  page.evaluate(() => (window as unknown as { halfSecondTimers(): number }).halfSecondTimers())

/** How often any of them has run. */
export const ticks = (page: Page) => page.evaluate(() => (window as unknown as { ticks(): number }).ticks())
