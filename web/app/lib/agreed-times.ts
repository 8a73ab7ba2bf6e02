import { limits } from '@marga/contract/limits'

const aheadMs = limits.agreedAheadMinutes * 60_000

/** Whether a time that the other side asked for can be taken still: they have to hear of it in time. */
export const canBeTaken = (start: string, now: Date): boolean => Date.parse(start) >= now.getTime() + aheadMs
