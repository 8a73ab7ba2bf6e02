import { distanceOf, errorsAllowed } from './edit-distance.rules.ts'

/** Errors further back leave the letters before them as they are: so many tell words apart. */
const prefixLength = 7
/** Beyond so many words, at most about 75 MB, further ones are found as they are but correct nobody. */
const wordsMax = 200_000
/** Words compared for one that is looked up: whoever fills a bucket makes corrections worse, not slow. */
const comparedMax = 3_000
/** The same for entries that lead to words which were compared before. */
const visitedMax = 4 * comparedMax
const buckets = 1 << 20

/**
 * Words by what is left of them when letters are left out (as SymSpell has it): two words that are so many errors
 * apart have one of those in common. The entries are numbers in chains, since strings would take ten times as much.
 * @param limit tests choose another
 */
export function createDeletionIndex(limit = { words: wordsMax, compared: comparedMax }) {
  const words: string[] = []
  const heads = new Int32Array(buckets).fill(-1)
  /** Of each entry its word, and the entry before it in the same bucket. */
  let wordOf = new Int32Array(1 << 10)
  let before = new Int32Array(1 << 10)
  let count = 0

  const grown = (old: Int32Array) => {
    const larger = new Int32Array(Math.ceil(old.length * 1.5))
    larger.set(old)
    return larger
  }

  return {
    add(word: string) {
      if (errorsAllowed(word.length) === 0 || words.length >= limit.words) return
      words.push(word)
      for (const bucket of bucketsOf(word)) {
        if (count === wordOf.length) [wordOf, before] = [grown(wordOf), grown(before)]
        wordOf[count] = words.length - 1
        before[count] = heads[bucket]!
        heads[bucket] = count++
      }
    },
    /** Words within the errors that both may have, with their distance; never the word itself. */
    near(word: string): Map<string, number> {
      const found = new Map<string, number>()
      const compared = new Set<number>()
      const allowed = errorsAllowed(word.length)
      let visited = 0
      for (const bucket of allowed > 0 ? bucketsOf(word) : []) {
        for (let entry = heads[bucket]!; entry >= 0; entry = before[entry]!) {
          if (compared.size >= limit.compared || ++visited > visitedMax) return found
          const index = wordOf[entry]!
          if (compared.has(index)) continue
          compared.add(index)
          const other = words[index]!
          const most = Math.min(allowed, errorsAllowed(other.length))
          const distance = distanceOf(word, other, most)
          if (distance <= most && other !== word) found.set(other, distance)
        }
      }
      return found
    },
  }
}

/** Buckets of what is left of the word's beginning without as many letters as it may have errors; fewer come first. */
function bucketsOf(word: string): number[] {
  const length = Math.min(word.length, prefixLength)
  const errors = errorsAllowed(word.length)
  const found = [bucketOf(word, length, -1, -1)]
  for (let one = 0; one < length && errors > 0; one++) {
    // Of two equal neighbours either may go.
    if (word[one] !== word[one - 1]) found.push(bucketOf(word, length, one, -1))
  }
  for (let one = 0; one < length && errors > 1; one++)
    for (let other = one + 1; other < length; other++) found.push(bucketOf(word, length, one, other))
  return found
}

/** FNV-1a over the letters but those two. */
function bucketOf(word: string, length: number, one: number, other: number): number {
  let value = 0x811c9dc5
  for (let at = 0; at < length; at++)
    if (at !== one && at !== other) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193)
  return (value ^ (value >>> 15)) & (buckets - 1)
}
