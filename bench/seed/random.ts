/** A reproducible source of chance: the same seed gives the same sequence on every machine. */
export type Random = {
  /** 0 ≤ x < 1. */
  next(): number
  /** 0 ≤ n < max, whole. */
  below(max: number): number
  /** One of the list, each as likely. */
  one<T>(list: readonly T[]): T
  /** One of the list by Zipf's law: the first is the most likely, as people's choices are. */
  skewed<T>(list: readonly T[]): T
  /** Different ones of the list, by Zipf's law. */
  several<T>(list: readonly T[], count: number): T[]
  chance(probability: number): boolean
  /** UUID version 7 of a time, in milliseconds since 1970. */
  uuid(timeMs: number): string
}

/** Marsaglia's xorshift over 32 bits, seeded through a multiplicative hash so that near seeds differ at once. */
export function createRandom(seed: number): Random {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x85ebca6b) >>> 0 || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 0x1_0000_0000
  }
  const below = (max: number) => Math.floor(next() * max)
  const one = <T>(list: readonly T[]) => list[below(list.length)]!
  // The inverse of the continuous Zipf distribution with exponent 1.
  const skewed = <T>(list: readonly T[]) => list[Math.floor((list.length + 1) ** next()) - 1]!
  const hex = (digits: number) =>
    below(16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return {
    next,
    below,
    one,
    skewed,
    several(list, count) {
      const chosen = new Set<(typeof list)[number]>()
      for (let tries = 0; chosen.size < count && tries < count * 20; tries++) chosen.add(skewed(list))
      return [...chosen]
    },
    chance: (probability) => next() < probability,
    uuid(timeMs) {
      const time = Math.floor(timeMs).toString(16).padStart(12, '0')
      const variant = (8 + below(4)).toString(16)
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`
    },
  }
}
