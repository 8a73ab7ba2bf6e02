import { useQueryClient } from '@tanstack/react-query'
import { sharedKeys } from '../query-keys.ts'
import { useCatchUpQueries } from '../use-catch-up-queries.ts'
import { useServerEvent } from '../use-connection.ts'
import {
  applyBookingNotice,
  applyScheduleChange,
  applySlotChange,
  invalidateOwnSlots,
  invalidateOwnTimes,
} from './slot-events.ts'
import { slotKeys } from './slot-keys.ts'

/** All that the events of a role make out of date. */
const keysOf = {
  mentee: [
    slotKeys.mentee,
    sharedKeys.disputes('mentee'),
    sharedKeys.timeRequests('mentee'),
    sharedKeys.waitlist,
  ],
  mentor: [
    slotKeys.mentor,
    sharedKeys.disputes('mentor'),
    sharedKeys.timeRequests('mentor'),
    sharedKeys.availability,
  ],
}

/** Keeps the hours that a mentee sees current while the area is open. */
export function useMenteeSlotEvents(): void {
  const client = useQueryClient()
  useServerEvent('mentee', 'slots', (event) => applySlotChange(client, event))
  useServerEvent('mentee', 'scheduler', (event) => applyScheduleChange(client, event))
  useServerEvent('mentee', 'notification', ({ type }) => {
    if (type === 'alert') applyBookingNotice(client, 'mentee')
  })
  useCatchUpQueries('mentee', keysOf.mentee)
}

/** Keeps the mentor's calendar, figures and upcoming sessions current: bookings appear without a reload. */
export function useMentorSlotEvents(): void {
  const client = useQueryClient()
  useServerEvent('mentor', 'slots', () => void invalidateOwnTimes(client))
  // Weekly hours were laid out.
  useServerEvent('mentor', 'scheduler', () => void invalidateOwnSlots(client))
  useServerEvent('mentor', 'notification', ({ type }) => {
    if (type === 'alert') applyBookingNotice(client, 'mentor')
  })
  useCatchUpQueries('mentor', keysOf.mentor)
}
