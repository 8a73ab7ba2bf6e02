import { hoursOfDay, type TimeOfDay } from '@marga/contract/times-of-day'

/** What search means by the coming week: "Free this week", and free at a time of the day. */
export const freeWithinDays = 7

const quartersInDay = 96

/**
 * The quarters of an hour of the UTC day that are this time of the day where the clock is `utcOffset` minutes ahead, as
 * the bits of `mentor_search.free_quarters`. Every offset in use is a multiple of a quarter of an hour.
 */
export function quartersOf(timeOfDay: TimeOfDay, utcOffset: number): string {
  const [from, to] = hoursOfDay[timeOfDay]
  return Array.from({ length: quartersInDay }, (_, quarter) => {
    const local = (((quarter * 15 + utcOffset) % 1440) + 1440) % 1440
    return local >= from * 60 && local < to * 60 ? '1' : '0'
  }).join('')
}
