/** The part of a text that differs from another: where, how much is taken out, what is put in. */
function changeOf(before: string, after: string) {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let tail = 0
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return { start, end: before.length - tail, put: after.slice(start, after.length - tail) }
}

/**
 * Both people's changes of the same text in one. Where they touch the same place nothing is lost:
 * what the other wrote comes first, the own words after it.
 */
export function mergeNotes(base: string, local: string, remote: string): string {
  if (local === base || local === remote) return remote
  if (remote === base) return local
  const own = changeOf(base, local)
  const other = changeOf(base, remote)
  if (own.start >= other.end) {
    const shift = remote.length - base.length
    return remote.slice(0, own.start + shift) + own.put + remote.slice(own.end + shift)
  }
  if (own.end <= other.start) return remote.slice(0, own.start) + own.put + remote.slice(own.end)
  const otherEnd = other.start + other.put.length
  return remote.slice(0, otherEnd) + own.put + remote.slice(otherEnd)
}

/** Where a caret at `position` belongs after the text around it changed. */
export function moveCaret(before: string, after: string, position: number): number {
  const { start, end, put } = changeOf(before, after)
  if (position <= start) return position
  return position >= end ? position + after.length - before.length : start + put.length
}
