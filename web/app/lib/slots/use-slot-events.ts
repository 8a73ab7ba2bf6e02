import { useQueryClient } from '@tanstack/react-query'
import { useServerEvent } from '../use-connection.ts'
import {
  applyBookingNotice,
  applyScheduleChange,
  applySlotChange,
  invalidateOwnSlots,
} from './slot-events.ts'

/** Keeps the hours that a mentee sees current while the area is open. */
export function useMenteeSlotEvents(): void {
  const client = useQueryClient()
  useServerEvent('mentee', 'slots', (event) => applySlotChange(client, event))
  useServerEvent('mentee', 'scheduler', (event) => applyScheduleChange(client, event))
  useServerEvent('mentee', 'notification', ({ type }) => {
    if (type === 'alert') applyBookingNotice(client, 'mentee')
  })
}

/** Keeps the mentor's calendar, figures and upcoming sessions current: bookings appear without a reload. */
export function useMentorSlotEvents(): void {
  const client = useQueryClient()
  useServerEvent('mentor', 'slots', () => void invalidateOwnSlots(client))
  // Weekly hours were laid out.
  useServerEvent('mentor', 'scheduler', () => void invalidateOwnSlots(client))
  useServerEvent('mentor', 'notification', ({ type }) => {
    if (type === 'alert') applyBookingNotice(client, 'mentor')
  })
}
