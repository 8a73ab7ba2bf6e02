/** Three rows of the comparison under way; a word is at most 60 letters long, what is asked for hardly longer. */
let [earlier, last, row] = [new Int32Array(64), new Int32Array(64), new Int32Array(64)]

/**
 * Steps between two words: letters added, left out, changed, or two neighbours swapped (optimal string
 * alignment). Gives up, with `max + 1`, once it must be more than `max`. Only what lies within `max` of the diagonal
 * is looked at.
 */
export function distanceOf(one: string, other: string, max: number): number {
  const beyond = max + 1
  if (Math.abs(one.length - other.length) > max) return beyond
  if (other.length >= row.length)
    [earlier, last, row] = [earlier, last, row].map(() => new Int32Array(2 * other.length + 2)) as Rows
  earlier.fill(beyond, 0, other.length + 1)
  for (let j = 0; j <= other.length; j++) last[j] = Math.min(j, beyond)
  let bestBefore = 0
  for (let i = 1; i <= one.length; i++) {
    const [from, to] = [Math.max(1, i - max), Math.min(other.length, i + max)]
    row.fill(beyond, 0, other.length + 1)
    row[0] = Math.min(i, beyond)
    let best = row[0]
    for (let j = from; j <= to; j++) {
      const isSame = one.charCodeAt(i - 1) === other.charCodeAt(j - 1)
      let steps = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1), beyond)
      if (
        i > 1 &&
        j > 1 &&
        one.charCodeAt(i - 1) === other.charCodeAt(j - 2) &&
        one.charCodeAt(i - 2) === other.charCodeAt(j - 1)
      )
        steps = Math.min(steps, earlier[j - 2]! + 1)
      row[j] = steps
      if (steps < best) best = steps
    }
    // A swap may still lead on from the row before.
    if (best > max && bestBefore > max) return beyond
    bestBefore = best
    const free = earlier
    earlier = last
    last = row
    row = free
  }
  return last[other.length]!
}
type Rows = [Int32Array<ArrayBuffer>, Int32Array<ArrayBuffer>, Int32Array<ArrayBuffer>]

/** How many errors a word of this length may have before it could be anything. */
export const errorsAllowed = (length: number): number => (length < 3 ? 0 : length < 5 ? 1 : 2)

const soundRules: readonly (readonly [RegExp, string])[] = [
  [/x/g, 'ks'],
  [/q|ck/g, 'k'],
  [/ph/g, 'f'],
  [/([bcdgjkpst])h/g, '$1'],
  [/w/g, 'v'],
  [/z/g, 's'],
  [/ee|ie|y/g, 'i'],
  [/oo/g, 'u'],
  [/ou|ow|av(?![aeiou])/g, 'au'],
  [/(.)\1+/g, '$1'],
  [/(?<=.)h(?=$|[^aeiou])/g, ''],
  [/ei|ey|ai/g, 'e'],
]

/** One key for the ways in which an Indian name is written in Latin letters: Laxmi and Lakshmi, Deepak and Dipak. */
export const soundOf = (word: string): string =>
  soundRules.reduce((sound, [written, onNotify]) => sound.replace(written, onNotify), word)
