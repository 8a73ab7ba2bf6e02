import { whyOf } from '@marga/contract/session-credit-cases'
import type { SessionCredit } from '@marga/contract/session-credits'
import type { Database } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import { usableIn } from './balance.rules.ts'
import * as queries from './session-credits.queries.ts'

type Deps = { db: Database; cursors: Cursors }

/** Where a mentee's calls went. */
export function createCreditHistory(deps: Deps) {
  return {
    /** @throws AppError not_found */
    list: (menteeId: string, enrollmentId: string, input: PageInput) =>
      list(deps, menteeId, enrollmentId, input),
  }
}
export type CreditHistory = ReturnType<typeof createCreditHistory>

async function list({ db, cursors }: Deps, menteeId: string, enrollmentId: string, input: PageInput) {
  const { items, nextCursor } = await cursors.page(
    queries.creditsOf(db.query, enrollmentId, menteeId),
    {
      list: 'session credits',
      columns: ['sessionCredit.grantedAt', 'sessionCredit.id'],
      order: 'desc',
      markOf: (row) => [row.grantedAt, row.id],
      dated: 'once',
    },
    input,
  )
  if (items.length === 0 && !(await queries.isEnrollmentOf(db.query, enrollmentId, menteeId)))
    throw new AppError('not_found')
  const ids = items.map(({ id }) => id)
  const events = await queries.findEvents(db.query, ids)
  const calls = items.map((credit) =>
    presentCredit(
      credit,
      events.filter(({ creditId }) => creditId === credit.id),
    ),
  )
  return { calls, nextCursor }
}

type Event = Awaited<ReturnType<typeof queries.findEvents>>[number]

type Listed = queries.CreditRow & { enrollmentStatus: string; periodEnd: Date }

const presentCredit = (credit: Listed, events: readonly Event[]): SessionCredit => ({
  _id: credit.id,
  source: credit.source,
  status: credit.status,
  price: credit.price,
  grantedAt: credit.grantedAt.toISOString(),
  usableUntil: usableIn(
    { status: credit.enrollmentStatus, periodEnd: credit.periodEnd },
    credit.usableUntil,
  ).toISOString(),
  slotId: credit.slotId,
  history: events.map(({ at, what, because }) => ({ at: at.toISOString(), what, why: whyOf(because) })),
})
