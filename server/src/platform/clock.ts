import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Time comes in through this, so that tests can set it. */
export type Clock = { now(): Date }
export const systemClock: Clock = { now: () => new Date() }

/** A new UUID v7: PostgreSQL 15 cannot make them itself. */
export type NewId = () => string

/** Asked of the system for many ids at once: one by one that takes ten times as long as all else of an id. */
const randomBytes = new Uint8Array(4096)
const bytesOfOne = 16
let used = randomBytes.length

function takeRandom(): Uint8Array {
  if (used === randomBytes.length) {
    randomFillSync(randomBytes)
    used = 0
  }
  used += bytesOfOne
  return randomBytes.subarray(used - bytesOfOne, used)
}

const last = { msecs: 0, seq: 0 }

/** Later ones are greater, those of the same millisecond, too. */
export const newId: NewId = () => {
  const random = takeRandom()
  const now = Date.now()
  if (now > last.msecs) {
    last.msecs = now
    // Half of the numbers are left for those that follow.
    last.seq = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1
  } else if (++last.seq > 0xffff_ffff) {
    last.msecs++
    last.seq = 0
  }
  return v7({ random, ...last })
}

export const secondsMs = (seconds: number) => seconds * 1000
export const minutesMs = (minutes: number) => minutes * 60_000
export const hoursMs = (hours: number) => hours * 3_600_000
export const daysMs = (days: number) => days * 86_400_000
/** A moment `ms` after another. */
export const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
