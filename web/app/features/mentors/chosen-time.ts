import { tabStorage } from '../../lib/browser-storage.ts'
import { currentTime } from '../../lib/clock.ts'

const key = 'marga.chosenTime'

/** Of the mentee who pressed it: the tab may be another's by then. */
type ChosenTime = { menteeId: string; mentorId: string; start: string }

/** A free time that was pressed on a profile: kept in this tab through payment, until it can be booked. */
export function storeChosenTime(chosen: ChosenTime): void {
  tabStorage.setItem(key, JSON.stringify(chosen))
}

/** @returns when the session would begin; null where this mentee chose none with this mentor, or it has passed */
export function readChosenTime(menteeId: string, mentorId: string): string | null {
  try {
    const chosen = JSON.parse(tabStorage.getItem(key) ?? 'null') as ChosenTime | null
    const isIt = chosen?.menteeId === menteeId && chosen.mentorId === mentorId && isAhead(chosen.start)
    return isIt ? chosen.start : null
  } catch {
    return null
  }
}

export const forgetChosenTime = (): void => tabStorage.removeItem(key)

/** What an address says of a time, if it is one that is still to come. */
export const timeOfAddress = (text: string | null): string | null =>
  text !== null && isAhead(text) ? new Date(text).toISOString() : null

const isAhead = (text: string): boolean => new Date(text).getTime() > currentTime().getTime()
