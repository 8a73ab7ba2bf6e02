import { v7 } from 'uuid'

/** Time comes in through this, so that tests can set it. */
export type Clock = { now(): Date }
export const systemClock: Clock = { now: () => new Date() }

/** A new UUID v7: PostgreSQL 15 cannot make them itself. */
export type NewId = () => string
export const newId: NewId = () => v7()

export const secondsMs = (seconds: number) => seconds * 1000
export const minutesMs = (minutes: number) => minutes * 60_000
export const hoursMs = (hours: number) => hours * 3_600_000
export const daysMs = (days: number) => days * 86_400_000
/** A moment `ms` after another. */
export const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
