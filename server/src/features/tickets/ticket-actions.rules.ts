import type { OutcomeKind } from '@marga/contract/case-states'
import type { ModeratedTicket } from '@marga/contract/tickets'

export type TicketAction = 'block' | 'dismiss' | 'return_call' | 'refund' | 'refuse'

/** What a moderator may do with a ticket, by the dispute that it stands for. */
const actionsOf = {
  none: ['block', 'dismiss'],
  contest: ['block', 'dismiss', 'return_call', 'refuse'],
  refund: ['block', 'dismiss', 'refund', 'refuse'],
} as const satisfies Record<string, readonly TicketAction[]>

export function fitsTicket(action: TicketAction, kind: ModeratedTicket['disputeKind']): boolean {
  const actions: readonly TicketAction[] = actionsOf[kind ?? 'none']
  return actions.includes(action)
}

/** Whether somebody gets what the ticket asks for. */
export const isActedUpon = (action: TicketAction): boolean => action !== 'dismiss' && action !== 'refuse'

/** The same in the terms of cases. */
export const outcomeOf = {
  block: 'block',
  dismiss: 'dismiss',
  return_call: 'return_call',
  refund: 'refund',
  refuse: 'dismiss',
} as const satisfies Record<TicketAction, OutcomeKind>
