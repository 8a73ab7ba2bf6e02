import {
  type Balance,
  balanceText,
  type CreditOutcome,
  type CreditStatus,
  outcomeText,
} from '@marga/contract/session-credit-cases'

/**
 * What a decision about a session makes of its call: an outcome by the table of cases, or nothing, where it has found
 * another use or its end since. `balance` is null where the subscription is over.
 */
export type CallChange =
  | { outcome: CreditOutcome }
  | { outcome: null; status: CreditStatus; balance: Balance | null }

type Format = { dateOf: (iso: string) => string; rupees: (amount: number) => string }

const unchanged = {
  free: 'The call is yours already.',
  held: 'The call is booked for another session by now, and stays there.',
  spent: 'The call is used.',
  lapsed: 'The call has lapsed since, and does not come back.',
  refunded: 'The call was refunded before.',
} as const satisfies Record<CreditStatus, string>

/** To the mentee: what has become of the call, and the balance after it. */
export function callText(change: CallChange, format: Format): string {
  if (change.outcome) return outcomeText(change.outcome, format)
  const balance = change.balance ? ` ${balanceText(change.balance, format.dateOf)}` : ''
  return `${unchanged[change.status]}${balance}`
}
