import { z } from 'zod'
import { id, isoTime, nextCursor, pageQuery } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { creditSources, creditStatuses, noRefunds } from './session-credit-cases.ts'

/** What happened to a credit: `what` for programs, `why` as a sentence for people. */
export const creditChanges = [
  'granted',
  'held',
  'moved',
  'freed',
  'spent',
  'lapsed',
  'refunded',
  'extended',
] as const
export type CreditChange = (typeof creditChanges)[number]

export const sessionCredit = z.object({
  _id: id,
  source: z.enum(creditSources),
  status: z.enum(creditStatuses),
  /** Rupees; 0 for what nothing was paid for. */
  price: z.number().int(),
  grantedAt: isoTime,
  usableUntil: isoTime,
  /** The session that holds or used it. */
  slotId: id.nullable(),
  history: z.array(z.object({ at: isoTime, what: z.enum(creditChanges), why: z.string() })),
})
export type SessionCredit = z.infer<typeof sessionCredit>

/** Free credits beyond those of the month that is paid, which `callsLeft` counts. Those that lapse first stand first. */
export const extraCalls = z.array(
  z.object({ count: z.number().int(), usableUntil: isoTime, source: z.enum(creditSources) }),
)

/** What cancelling has made of the call, and what is left then; `outcomeText` says it. */
export const creditOutcome = z.object({
  effect: z.enum(['freed', 'returned', 'spent', 'lapsed', 'refunded']),
  usableUntil: isoTime.nullable(),
  refundRupees: z.number().int(),
  noRefund: z.enum(noRefunds).nullable(),
  bonusUntil: isoTime.nullable(),
  balance: z.object({ callsLeft: z.number().int(), extraCalls }),
})

export const sessionCredits = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/mentees/enrollments/:enrollmentId/calls',
    access: ['mentee'],
    summary: 'Every call of a subscription and what became of it, newest first',
    query: pageQuery,
    response: z.object({ calls: z.array(sessionCredit), nextCursor }),
    errors: ['not_found'],
  }),
}
