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
export function mergeNotes(base: string, mine: string, theirs: string): string {
  if (mine === base || mine === theirs) return theirs
  if (theirs === base) return mine
  const own = changeOf(base, mine)
  const other = changeOf(base, theirs)
  if (own.start >= other.end) {
    const shift = theirs.length - base.length
    return theirs.slice(0, own.start + shift) + own.put + theirs.slice(own.end + shift)
  }
  if (own.end <= other.start) return theirs.slice(0, own.start) + own.put + theirs.slice(own.end)
  const otherEnd = other.start + other.put.length
  return theirs.slice(0, otherEnd) + own.put + theirs.slice(otherEnd)
}

/** Where a caret at `position` belongs after the text around it changed. */
export function moveCaret(before: string, after: string, position: number): number {
  const { start, end, put } = changeOf(before, after)
  if (position <= start) return position
  return position >= end ? position + after.length - before.length : start + put.length
}
