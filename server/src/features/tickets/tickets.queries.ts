import type { OutcomeKind } from '@marga/contract/case-states'
import { limits } from '@marga/contract/limits'
import type { TicketStatus } from '@marga/contract/ticket-states'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Ticket as TicketTable } from '../../platform/db/types.generated.ts'
import { isBlockedForGood } from '../accounts/sanction-fragments.queries.ts'

/** Whether the decision blocked the accused, whatever became of that since. */
const didBlock = sql<boolean>`exists (
  select 1 from moderation_case, jsonb_array_elements(moderation_case.outcomes) as outcome
  where moderation_case.ticket_id = ticket.id and outcome ->> 'kind' = 'block'
    and coalesce(outcome ->> 'personId', ticket.accused_id::text) = ticket.accused_id::text)`

/** Nobody decided it: what it stood for was over. */
const isWithdrawn = sql<boolean>`(ticket.decided_at is not null and not exists (
  select 1 from moderation_case
  where moderation_case.ticket_id = ticket.id and (decided_by is not null or outcomes is not null)))`

/** Tickets with the people in them. */
const tickets = (db: Db) =>
  db
    .selectFrom('ticket')
    .innerJoin('account as accused', 'accused.id', 'ticket.accusedId')
    .leftJoin('account as raiser', 'raiser.id', 'ticket.raisedBy')
    .leftJoin('account as decider', 'decider.id', 'ticket.decidedBy')
    .leftJoin('contest', 'contest.ticketId', 'ticket.id')
    .leftJoin('refundRequest', 'refundRequest.ticketId', 'ticket.id')
    .selectAll('ticket')
    .select([
      'contest.id as contestId',
      'refundRequest.id as refundRequestId',
      'accused.firstName as accusedFirstName',
      'accused.lastName as accusedLastName',
      'accused.profileImageUrl as accusedImage',
      'accused.role as accusedRole',
      'accused.deletedAt as accusedDeletedAt',
      'raiser.firstName as raiserFirstName',
      'raiser.lastName as raiserLastName',
      'raiser.profileImageUrl as raiserImage',
      'raiser.role as raiserRole',
      'decider.firstName as deciderFirstName',
      'decider.lastName as deciderLastName',
    ])
    .select([
      isBlockedForGood('accused.id').as('isAccusedBlocked'),
      didBlock.as('didBlock'),
      isWithdrawn.as('isWithdrawn'),
    ])
export type TicketRow = Awaited<ReturnType<ReturnType<typeof tickets>['executeTakeFirstOrThrow']>>

export const findTicket = (db: Db, id: string) => tickets(db).where('ticket.id', '=', id).executeTakeFirst()

export const findTickets = (db: Db, ids: readonly string[]) =>
  tickets(db).where('ticket.id', 'in', ids).orderBy('ticket.id').execute()

/** @param status undefined for all of them */
export const ticketsOf = (db: Db, status: TicketStatus | undefined) =>
  tickets(db).$if(status !== undefined, (query) => query.where('ticket.status', '=', status!))

export const findTicketsRaisedBy = (db: Db, accountId: string) =>
  tickets(db)
    .where('ticket.raisedBy', '=', accountId)
    .orderBy('ticket.createdAt', 'desc')
    .orderBy('ticket.id', 'desc')
    .limit(limits.unpagedListMax)
    .execute()

export const countRaisedSince = async (db: Db, accountId: string, since: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('ticket')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('raisedBy', '=', accountId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those a person raised or is accused in, newest first. */
export const findTicketsAbout = (db: Db, accountId: string, limit: number) =>
  tickets(db)
    .where(({ or, eb }) =>
      or([eb('ticket.accusedId', '=', accountId), eb('ticket.raisedBy', '=', accountId)]),
    )
    .orderBy('ticket.createdAt', 'desc')
    .limit(limit)
    .execute()

/** The other tickets about the same person. */
export const findOthersAbout = (
  db: Db,
  { id, accusedId }: { id: string; accusedId: string },
  limit: number,
) =>
  tickets(db)
    .where('ticket.accusedId', '=', accusedId)
    .where('ticket.id', '!=', id)
    // Those that wait may be closed with this one: of too many the decided ones are left out first.
    .orderBy(sql`ticket.status = 'open'`, 'desc')
    .orderBy('ticket.createdAt', 'desc')
    .limit(limit)
    .execute()

export const insertTicket = (db: Db, ticket: Insertable<TicketTable>) =>
  db.insertInto('ticket').values(ticket).execute()

/** In one order: of two moderators who close some of the same, one waits. */
export const lockTickets = (db: Db, ids: readonly string[]) =>
  db.selectFrom('ticket').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()

export type TicketDecision = {
  status: 'actioned' | 'dismissed'
  /** Null where it closed by nobody's decision. */
  decidedBy: string | null
  decidedAt: Date
  note: string | null
}

/** Closes those that are still open and about this person. @returns which these were */
export const closeTickets = (db: Db, ids: readonly string[], accusedId: string, decision: TicketDecision) =>
  db
    .updateTable('ticket')
    .set(decision)
    .where('id', 'in', ids)
    .where('accusedId', '=', accusedId)
    .where('status', '=', 'open')
    .returning('id')
    .execute()

export const closeTicket = (db: Db, id: string, decision: TicketDecision) =>
  db
    .updateTable('ticket')
    .set(decision)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()

/** What was decided, in the cases of these tickets; that they are decided says a trigger. */
export const setCaseOutcomes = (
  db: Db,
  ticketIds: readonly string[],
  outcomes: readonly { kind: OutcomeKind }[],
) =>
  db
    .updateTable('moderationCase')
    .set({ outcomes: JSON.stringify(outcomes) })
    .where('ticketId', 'in', ticketIds)
    .where('outcomes', 'is', null)
    .execute()

export const findDueOfTicket = async (db: Db, ticketId: string): Promise<Date> =>
  (
    await db
      .selectFrom('moderationCase')
      .select('dueAt')
      .where('ticketId', '=', ticketId)
      .executeTakeFirstOrThrow()
  ).dueAt
