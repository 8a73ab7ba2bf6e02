import { formatRupees } from '@marga/contract/prices'
import type { CreditSource, CreditStatus } from '@marga/contract/session-credit-cases'
import type { SessionCredit } from '@marga/contract/session-credits'
import { formatDate } from '../../lib/dates.ts'

export const creditVariants = {
  free: { label: 'Available', tone: 'positive' },
  held: { label: 'Booked', tone: 'accent' },
  spent: { label: 'Used', tone: 'neutral' },
  lapsed: { label: 'Lapsed', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
} as const satisfies Record<CreditStatus, { label: string; tone: string }>

export const sourceTexts = {
  period: 'From a paid month',
  returned: 'Given back',
  bonus: 'Extra call',
  rollover: 'Carried over',
  moderator: 'From a moderator',
} as const satisfies Record<CreditSource, string>

/** What it cost, and until when it can be used where it can still be. */
export function creditFacts({ price, status, usableUntil }: SessionCredit): string {
  const cost = price > 0 ? formatRupees(price) : 'Free of charge'
  if (status === 'free') return `${cost} · usable until ${formatDate(usableUntil)}`
  return status === 'lapsed' ? `${cost} · was usable until ${formatDate(usableUntil)}` : cost
}
