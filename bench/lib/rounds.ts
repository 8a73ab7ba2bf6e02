import { performance } from 'node:perf_hooks'

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN

export type Timing = { count: number; p50: number; p95: number; p99: number; max: number }

export function timingOf(durationsMs: readonly number[]): Timing {
  const sorted = [...durationsMs].sort((one, other) => one - other)
  return {
    count: sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? Number.NaN,
  }
}

/** How long one call takes, in milliseconds, with what it gave. */
export async function timed<T>(act: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const begun = performance.now()
  const value = await act()
  return { ms: performance.now() - begun, value }
}

export const inMs = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
