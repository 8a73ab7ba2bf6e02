import type { Availability } from '@marga/contract/availability'
import type { Vacation } from '@marga/contract/vacations'
import type { AvailabilityRow } from './availability.queries.ts'

/** As it is before the first saving: no hours, and nothing that a mentee would notice. */
export const defaultAvailability = (timeZone: string, vacations: Vacation[]): Availability => ({
  timeZone,
  weekly: [],
  sessionMinutes: 60,
  bufferMinutes: 0,
  noticeHours: 0,
  horizonDays: 28,
  maxPerDay: null,
  maxPerWeek: null,
  overrides: [],
  vacations,
  capacity: null,
})

export const presentAvailability = (row: AvailabilityRow, vacations: Vacation[]): Availability => ({
  timeZone: row.timeZone,
  weekly: row.weekly,
  sessionMinutes: row.sessionMinutes === 30 ? 30 : 60,
  bufferMinutes: row.bufferMinutes,
  noticeHours: row.noticeHours,
  horizonDays: row.horizonDays,
  maxPerDay: row.maxPerDay,
  maxPerWeek: row.maxPerWeek,
  overrides: row.overrides,
  vacations,
  capacity: row.capacity,
})
