import type { BlockEffects } from '@marga/contract/moderation'
import { formatRupees } from '@marga/contract/prices'
import type { MemberRole } from '@marga/contract/roles'
import { pluralize } from '../lib/pluralize.ts'

/** What a block does, in the order in which it matters: with its numbers, or in general while they are not known. */
export function blockTexts(role: MemberRole, effects: BlockEffects | undefined): readonly string[] {
  const first = 'Signed out everywhere at once, and can no longer sign in.'
  return role === 'mentor'
    ? [
        first,
        'Gone from search and profile at once.',
        calendarOfMentor(effects),
        subscriptionsOfMentor(effects),
      ]
    : [first, bookingsOfMentee(effects), subscriptionsOfMentee(effects)]
}

function calendarOfMentor(effects: BlockEffects | undefined): string {
  if (!effects) return 'Open times are closed. Booked sessions are cancelled and the mentees are told.'
  const { openTimes, bookedSessions } = effects
  const closed =
    openTimes === 0
      ? 'There are no open times.'
      : `${pluralize(openTimes, 'open time')} ${openTimes === 1 ? 'is' : 'are'} closed.`
  if (bookedSessions === 0) return `${closed} No session is booked.`
  const isOne = bookedSessions === 1
  return `${closed} ${pluralize(bookedSessions, 'booked session')} ${isOne ? 'is' : 'are'} cancelled, and the ${isOne ? 'mentee is' : 'mentees are'} told.`
}

function subscriptionsOfMentor(effects: BlockEffects | undefined): string {
  const after = 'Unblocking does not bring them back.'
  if (!effects) return `Every subscription ends now; unused days or calls are refunded. ${after}`
  const { subscriptions, refundRupees } = effects
  if (subscriptions === 0) return 'No one is subscribed, so nothing is refunded.'
  const refund =
    refundRupees === 0
      ? 'there is nothing unused to refund'
      : `unused days or calls are refunded, ${formatRupees(refundRupees)} in all`
  return subscriptions === 1
    ? `The 1 subscription ends now; ${refund}. Unblocking does not bring it back.`
    : `All ${pluralize(subscriptions, 'subscription')} end now; ${refund}. ${after}`
}

function bookingsOfMentee(effects: BlockEffects | undefined): string {
  if (!effects) return 'Booked sessions are released: their times are open to others again.'
  const { bookedSessions } = effects
  if (bookedSessions === 0) return 'No session is booked.'
  return bookedSessions === 1
    ? '1 booked session is released: its time is open to others again.'
    : `${pluralize(bookedSessions, 'booked session')} are released: their times are open to others again.`
}

function subscriptionsOfMentee(effects: BlockEffects | undefined): string {
  const paid = 'What is already paid is not refunded.'
  if (!effects) return `Subscriptions do not renew: nothing more is charged. ${paid}`
  const { subscriptions } = effects
  if (subscriptions === 0) return 'No subscription would renew, so nothing more is charged.'
  return subscriptions === 1
    ? `The 1 subscription does not renew: nothing more is charged. ${paid}`
    : `All ${pluralize(subscriptions, 'subscription')} stop renewing: nothing more is charged. ${paid}`
}

/** What of the tickets about the person is left to do after a block that does not come from a ticket. */
export function openTicketsText(effects: BlockEffects | undefined): string | undefined {
  const open = effects?.openTickets ?? 0
  if (open === 0) return undefined
  return open === 1
    ? '1 open ticket about this person stays open.'
    : `${pluralize(open, 'open ticket')} about this person stay open.`
}
