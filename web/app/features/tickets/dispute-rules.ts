import type { Contest, TicketDispute } from '@marga/contract/disputes'
import { formatRupees } from '@marga/contract/prices'
import type { ModeratedTicket } from '@marga/contract/tickets'

/** What a moderator can decide of a dispute, beside blocking somebody. */
export type DisputeAction = 'return_call' | 'refund' | 'refuse'

export const disputeNames = {
  contest: 'Contest',
  refund: 'Refund request',
} as const satisfies Record<NonNullable<ModeratedTicket['disputeKind']>, string>

type DisputeChoice = {
  action: DisputeAction
  label: string
  /** What it does, said before it is done. */
  meaning: string
}

/** What fits the dispute of a ticket, granting first. */
export function disputeChoices(
  dispute: TicketDispute,
  { raisedBy, complaint }: ModeratedTicket,
): DisputeChoice[] {
  const names = { raiser: raisedBy.firstName, accused: complaint.accusedId.firstName }
  if (dispute.kind === 'refund') {
    const amount = formatRupees(dispute.refundRequest.amount)
    return [
      {
        action: 'refund',
        label: `Refund ${amount}`,
        meaning: `${names.raiser} gets up to ${amount} back. If the subscription to ${names.accused} still runs, it ends now with its booked sessions.`,
      },
      { action: 'refuse', label: 'Refuse', meaning: 'Nothing goes back. A subscription that runs goes on.' },
    ]
  }
  const refuse = 'What was recorded of the session stays, and the call with it.'
  return [
    { action: 'return_call', label: 'Give the call back', meaning: returnMeaning(dispute.contest, names) },
    { action: 'refuse', label: 'Refuse', meaning: refuse },
  ]
}

/** The mentee gets the call, whoever contested; only a mentee's contest changes what was recorded. */
function returnMeaning({ by }: Contest, { raiser, accused }: { raiser: string; accused: string }): string {
  return by === 'mentee'
    ? `${raiser} gets the call back, and the session counts as missed by ${accused}.`
    : `${accused} gets the call back, and what was recorded of the session stays.`
}
