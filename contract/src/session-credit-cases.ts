import type { MemberRole } from './roles.ts'

/**
 * Session credits ("calls" to people and on the wire): what a paid month gives four of, and what becomes of each in
 * every case. Server, texts and screens follow this table; docs/product.md tells it in sentences.
 */
export const creditStatuses = ['free', 'held', 'spent', 'lapsed', 'refunded'] as const
export type CreditStatus = (typeof creditStatuses)[number]

/**
 * Where a credit is from: a paid period; given back by the mentor's side; a bonus for the mentor's absence; carried
 * over from the period before; given by a moderator.
 */
export const creditSources = ['period', 'returned', 'bonus', 'rollover', 'moderator'] as const
export type CreditSource = (typeof creditSources)[number]

/**
 * What a case makes of a credit. `freed`: free again; when its period is over, until the end of the running one.
 * `returned`: free again by the mentor's side, for 30 days at least; where the enrollment is over, refunded at its price.
 */
export type CreditEffect = 'freed' | 'returned' | 'spent' | 'lapsed' | 'refunded'

type CaseRule = {
  effect: CreditEffect
  /** One credit more for the mentee. */
  hasBonus?: true
  /** What the history says to a person. */
  why: string
}

/** What becomes of the credit that a booked session holds. */
export const sessionCases = {
  cancelled_by_mentee_early: { effect: 'freed', why: 'You cancelled at least 12 hours ahead.' },
  cancelled_by_mentee_late: { effect: 'spent', why: 'You cancelled less than 12 hours ahead.' },
  cancelled_by_mentor_early: { effect: 'returned', why: 'The mentor cancelled.' },
  cancelled_by_mentor_late: {
    effect: 'returned',
    hasBonus: true,
    why: 'The mentor cancelled less than 12 hours ahead.',
  },
  completed: { effect: 'spent', why: 'The session took place.' },
  missed_by_mentee: { effect: 'spent', why: 'You missed the session.' },
  missed_by_mentor: { effect: 'returned', hasBonus: true, why: 'The mentor missed the session.' },
  missed_by_both: { effect: 'freed', why: 'The session did not take place.' },
  session_prevented: { effect: 'returned', why: 'The session could not go on.' },
  mentor_blocked: { effect: 'returned', why: 'The mentor is no longer available.' },
  mentor_suspended_early: { effect: 'returned', why: 'The mentor is not available for some time.' },
  mentor_suspended_late: {
    effect: 'returned',
    hasBonus: true,
    why: 'The mentor was not available, less than 12 hours ahead.',
  },
  mentee_suspended: { effect: 'returned', why: 'Your account was suspended.' },
  mentor_left: { effect: 'returned', why: 'The mentor is no longer available.' },
  mentee_blocked: { effect: 'freed', why: 'Your account was blocked.' },
  mentee_left: { effect: 'lapsed', why: 'You deleted your account.' },
  payment_refunded: { effect: 'refunded', why: 'The payment was refunded.' },
  payment_disputed: { effect: 'refunded', why: 'The payment was disputed.' },
  refund_granted: { effect: 'refunded', why: 'Your refund was granted.' },
  contest_agreed: {
    effect: 'returned',
    hasBonus: true,
    why: 'You contested the session, and it was agreed.',
  },
  contest_agreed_with_mentor: {
    effect: 'spent',
    why: 'The mentor contested the session, and it was agreed.',
  },
  given_by_moderator: { effect: 'returned', why: 'A moderator gave it back.' },
} as const satisfies Record<string, CaseRule>
export type SessionCase = keyof typeof sessionCases

/** Ways in which a credit comes to be, or changes without a session. */
export const otherCases = {
  period_paid: { why: 'You paid for the month.' },
  bonus_given: { why: 'A bonus, because the mentor let you down.' },
  carried_over: { why: 'Carried over from the month before.' },
  booked: { why: 'You booked a session.' },
  moved: { why: 'The session moved to another time.' },
  period_over: { why: 'The month ended.' },
  no_times: { why: 'Your mentor had no time to book while it could be used.' },
  time_over: { why: 'It was not used in time.' },
  subscription_ended: { why: 'The subscription ended.' },
  subscription_paused: { why: 'Usable longer, because of your pause.' },
  pause_taken_back: { why: 'Usable as long as before, because you took the pause back.' },
  moved_to_ledger: { why: 'You had it before this list began.' },
} as const
export type CreditCase = SessionCase | keyof typeof otherCases

/** Nothing of a case that a later release has written. */
export const whyOf = (of: CreditCase): string => ({ ...sessionCases, ...otherCases })[of]?.why ?? ''

/** What is free when its period ends: so many are carried over, the rest lapses. */
export const carriedOverMax = 1

/** The case that cancelling now is. `freeUntil`: the last moment at which the mentee's cancelling frees the credit. */
export function cancelCase(by: MemberRole, of: { now: Date; earlyUntil: Date }): SessionCase {
  return `cancelled_by_${by}_${of.now <= of.earlyUntil ? 'early' : 'late'}`
}

/** A call is a quarter of what its period was paid with, rounded up; whole rupees. */
export const priceOfCredit = (paidRupees: number, perPeriod: number): number =>
  Math.ceil(paidRupees / perPeriod)

export type Balance = {
  callsLeft: number
  extraCalls: { count: number; usableUntil: string; source: CreditSource }[]
}

/** "You have 3 calls left this month, and 1 more until 22 December." The one sentence that says a balance. */
export function balanceText({ callsLeft, extraCalls }: Balance, dateOf: (iso: string) => string): string {
  const month = callsLeft === 0 ? 'no calls left' : `${callsLeft} ${callsLeft === 1 ? 'call' : 'calls'} left`
  const extra = extraCalls.map(({ count, usableUntil }) => `${count} more until ${dateOf(usableUntil)}`)
  const all = [`${month} this month`, ...extra]
  const text = all.length === 1 ? all[0]! : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
  return `You have ${text}.`
}

/**
 * Why no rupees of its own go back for a call that is refunded. `part_of_refund`: it is one of those that a larger
 * refund is for; `no_price`: nothing was paid for it; `nothing_left`: all of its payment goes back already.
 */
export const noRefunds = ['part_of_refund', 'no_price', 'nothing_left'] as const
export type NoRefund = (typeof noRefunds)[number]

/** What has become of the call of a session, and what its mentee has now. Times are ISO 8601. */
export type CreditOutcome = {
  effect: CreditEffect
  /** Where it is free again. */
  usableUntil: string | null
  /** Rupees that go back for it. */
  refundRupees: number
  /** Where it is refunded and these are 0. */
  noRefund: NoRefund | null
  /** Where a bonus was added. */
  bonusUntil: string | null
  balance: Balance
}

const noRefundTexts = {
  part_of_refund: 'The call is part of your refund.',
  no_price: 'The call had no price, and your subscription is over.',
  nothing_left:
    'Your subscription is over, and nothing is left to refund of the payment for this call: it went back already, or your bank decides about it.',
} as const satisfies Record<NoRefund, string>

/** What happened to the call and the balance after it, to the mentee: the only place that words it. */
export function outcomeText(
  { effect, usableUntil, refundRupees, noRefund, bonusUntil, balance }: CreditOutcome,
  { dateOf, rupees }: { dateOf: (iso: string) => string; rupees: (amount: number) => string },
): string {
  const until = usableUntil && dateOf(usableUntil)
  const happened = {
    freed: `The call is yours again, until ${until}.`,
    returned: `The call is yours again, until ${until}.`,
    spent: 'The call is used.',
    lapsed: 'The call is not given back: your subscription is over.',
    refunded:
      refundRupees > 0
        ? `Your subscription is over, so ${rupees(refundRupees)} for the call goes back the way you paid.`
        : noRefundTexts[noRefund ?? 'part_of_refund'],
  }[effect]
  const bonus = bonusUntil ? ` You also get one more call, until ${dateOf(bonusUntil)}.` : ''
  const hasBalance = effect !== 'refunded' && effect !== 'lapsed'
  return `${happened}${bonus}${hasBalance ? ` ${balanceText(balance, dateOf)}` : ''}`
}
