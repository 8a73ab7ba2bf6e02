import type { ServerEvents } from '@marga/contract/realtime'
import type { MemberRole } from '@marga/contract/roles'
import type { Slot } from '@marga/contract/slots'
import type { QueryClient } from '@tanstack/react-query'
import { sharedKeys } from '../query-keys.ts'
import { slotKeys } from './slot-keys.ts'

/** A slot of a mentor changed: what is taken disappears at once, the rest is asked for again. */
export function applySlotChange(client: QueryClient, event: ServerEvents['slots']): void {
  const key = slotKeys.ofMentor(event.mentorId)
  client.setQueryData<Slot[]>(key, (known) =>
    known?.filter((slot) => slot._id !== event.slotId || slot.status !== 'open' || event.status === 'open'),
  )
  void client.invalidateQueries({ queryKey: key })
  void client.invalidateQueries({ queryKey: slotKeys.booked() })
}

/** Hours were published or taken back, or a session was cancelled. */
export function applyScheduleChange(client: QueryClient, event: ServerEvents['scheduler']): void {
  void client.invalidateQueries({ queryKey: slotKeys.ofMentor(event.mentorId) })
  void client.invalidateQueries({ queryKey: slotKeys.booked() })
}

/** A time was proposed, asked for or declined, a place offered, a session contested, a refund asked for: these come as a notice only. */
export function applyBookingNotice(client: QueryClient, role: MemberRole): void {
  void client.invalidateQueries({ queryKey: slotKeys.proposals(role) })
  void client.invalidateQueries({ queryKey: sharedKeys.disputes(role) })
  void client.invalidateQueries({ queryKey: sharedKeys.timeRequests(role) })
  if (role === 'mentor') {
    // A booking may lie outside the hours; a calendar that was read may have hidden times.
    void client.invalidateQueries({ queryKey: sharedKeys.availability })
    return
  }
  void client.invalidateQueries({ queryKey: slotKeys.booked() })
  void client.invalidateQueries({ queryKey: sharedKeys.waitlist })
}

/** What a mentor takes away, here or in another browser, is closed in the weekly hours, too. */
export function invalidateOwnTimes(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: sharedKeys.availability })
  return invalidateOwnSlots(client)
}

/** A slot of the mentor changed, here or in another browser: calendar, list and figures are asked for again. */
export const invalidateOwnSlots = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: slotKeys.mentor })
