/** Round values for an axis from 0 up to `max` or more; whole numbers, as people are counted. */
export function countTicks(max: number, atMost = 5): number[] {
  const top = Math.max(1, Math.ceil(max))
  const step = niceStep(top / Math.max(1, atMost - 1))
  const count = Math.ceil(top / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

function niceStep(rough: number): number {
  if (rough <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10
  return factor * power
}

/** Evenly spread: the first of `count` points at `from`, the last at `to`; a single one in the middle. */
export function pointX(index: number, count: number, from: number, to: number): number {
  return count < 2 ? (from + to) / 2 : from + (index / (count - 1)) * (to - from)
}

/** Height of a value: 0 at `bottom`, `max` at `top`. */
export function valueY(value: number, max: number, top: number, bottom: number): number {
  return bottom - (max === 0 ? 0 : value / max) * (bottom - top)
}

/** The point nearest to a pointer. */
export function nearestIndex(x: number, count: number, from: number, to: number): number {
  if (count < 2 || to <= from) return 0
  const index = Math.round(((x - from) / (to - from)) * (count - 1))
  return Math.min(Math.max(index, 0), count - 1)
}

/** Which points get a label: the last one always, and as many before it as there is room for. */
export function labelIndexes(count: number, atMost: number): number[] {
  if (count === 0 || atMost < 1) return []
  const step = Math.max(1, Math.ceil(count / atMost))
  const indexes: number[] = []
  for (let index = count - 1; index >= 0; index -= step) indexes.unshift(index)
  return indexes
}
