import { limits } from '@marga/contract/limits'

const aheadMs = limits.agreedAheadMinutes * 60_000

/** Whether a time that the other side asked for can be taken still: they have to hear of it in time. */
export const canBeTaken = (start: string, now: Date): boolean => Date.parse(start) >= now.getTime() + aheadMs

/** Until when one of the proposed times can be taken, where the proposal itself is open until `expiresAt`. ISO 8601. */
export function takenUntil({ starts, expiresAt }: { starts: readonly string[]; expiresAt: string }): string {
  const lastMs = Math.max(...starts.map((start) => Date.parse(start))) - aheadMs
  return new Date(Math.min(lastMs, Date.parse(expiresAt))).toISOString()
}
