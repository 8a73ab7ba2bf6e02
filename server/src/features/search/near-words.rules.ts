/**
 * Steps between two words: letters added, left out, changed, or two neighbours swapped (optimal string
 * alignment). Gives up, with `max + 1`, once it must be more than `max`.
 */
export function distanceOf(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  let [before, last] = [
    new Array<number>(other.length + 1).fill(0),
    Array.from({ length: other.length + 1 }, (_, i) => i),
  ]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let best = i
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let steps = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        steps = Math.min(steps, before[j - 2]! + 1)
      row.push(steps)
      best = Math.min(best, steps)
    }
    if (best > max && (i === one.length || best > max + 1)) return max + 1
    before = last
    last = row
  }
  return last[other.length]!
}

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
  soundRules.reduce((sound, [written, heard]) => sound.replace(written, heard), word)
