import { limits } from '@marga/contract/limits'
import type { TicketStatus } from '@marga/contract/ticket-states'
import type { Ticket, TicketContext, TicketForm } from '@marga/contract/tickets'
import type { Actor } from '../../platform/actor.ts'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { type PageInput, page, readCursor } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import type { Audit } from '../moderation/audit.service.ts'
import type { Blocking } from '../moderation/blocking.service.ts'
import { alreadyDecided } from '../moderation/moderation.rules.ts'
import { findReported } from './reported.queries.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; audit: Audit; blocking: Blocking }
type Member = Actor<'mentee' | 'mentor'>

const tickets = (db: Db) =>
  db
    .selectFrom('ticket')
    .innerJoin('account as accused', 'accused.id', 'ticket.accusedId')
    .innerJoin('account as raiser', 'raiser.id', 'ticket.raisedBy')
    .selectAll('ticket')
    .select([
      'accused.firstName as accusedFirstName',
      'accused.lastName as accusedLastName',
      'accused.profileImageUrl as accusedImage',
      'accused.role as accusedRole',
      'raiser.firstName as raiserFirstName',
      'raiser.lastName as raiserLastName',
      'raiser.profileImageUrl as raiserImage',
      'raiser.role as raiserRole',
    ])
type TicketRow = Awaited<ReturnType<ReturnType<typeof tickets>['executeTakeFirstOrThrow']>>

const presentTicket = (row: TicketRow): Ticket => ({
  _id: row.id,
  ticketId: row.id,
  complaint: {
    accusedId: presentPerson({
      id: row.accusedId,
      firstName: row.accusedFirstName,
      lastName: row.accusedLastName,
      profileImageUrl: row.accusedImage,
    }),
  },
  raisedBy: {
    ...presentPerson({
      id: row.raisedBy,
      firstName: row.raiserFirstName,
      lastName: row.raiserLastName,
      profileImageUrl: row.raiserImage,
    }),
    role: row.raiserRole as 'mentee' | 'mentor',
  },
  subject: row.subject,
  content: row.content,
  context: row.context as Ticket['context'],
  status: row.status,
  createdAt: row.createdAt.toISOString(),
})

export function createTickets({ db, clock, newId, audit, blocking }: Deps) {
  const find = async (tx: Db, id: string) => {
    const row = await tickets(tx).where('ticket.id', '=', id).executeTakeFirst()
    if (!row) throw new AppError('not_found')
    return row
  }

  return {
    /** @throws AppError not_found unless the two had dealings, or a mentee reports a profile that all can see */
    async raise(actor: Member, form: TicketForm): Promise<Ticket> {
      const { accusedId } = form.complaint
      if (form.context) await checkContext(db.query, form.context, { raiserId: actor.id, accusedId })
      if (
        !(await hadDealings(db.query, actor, accusedId)) &&
        !(form.context?.kind === 'profile' && (await isSeenBy(db.query, actor, accusedId)))
      ) {
        throw new AppError('not_found', { message: 'You can complain about people you had dealings with.' })
      }
      const id = newId()
      await db.query
        .insertInto('ticket')
        .values({
          id,
          raisedBy: actor.id,
          accusedId,
          subject: form.subject ?? '',
          content: form.content,
          context: form.context ? JSON.stringify(form.context) : null,
          createdAt: clock.now(),
        })
        .execute()
      return presentTicket(await find(db.query, id))
    },

    async ownOf(accountId: string): Promise<Ticket[]> {
      const rows = await tickets(db.query)
        .where('ticket.raisedBy', '=', accountId)
        .orderBy('ticket.createdAt', 'desc')
        .orderBy('ticket.id', 'desc')
        .limit(limits.unpagedListMax)
        .execute()
      return rows.map(presentTicket)
    },

    /** Those a person raised or is accused in, newest first. */
    async about(accountId: string): Promise<Ticket[]> {
      const rows = await tickets(db.query)
        .where(({ or, eb }) =>
          or([eb('ticket.accusedId', '=', accountId), eb('ticket.raisedBy', '=', accountId)]),
        )
        .orderBy('ticket.createdAt', 'desc')
        .limit(limits.unpagedListMax)
        .execute()
      return rows.map(presentTicket)
    },

    async list(status: TicketStatus | undefined, input: PageInput) {
      const cursor = readCursor(input.cursor, ['time', 'id'])
      const rows = await tickets(db.query)
        .$if(status !== undefined, (query) => query.where('ticket.status', '=', status!))
        .$if(cursor !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('ticket.createdAt', 'ticket.id'), '<', tuple(...cursor!)),
          ),
        )
        .orderBy('ticket.createdAt', 'desc')
        .orderBy('ticket.id', 'desc')
        .limit(input.limit + 1)
        .execute()
      const { items, nextCursor } = page(rows, input.limit, (row) => [row.createdAt, row.id])
      return { responseFromDb: items.map(presentTicket), nextCursor }
    },

    /** @throws AppError not_found */
    async get(ticketId: string) {
      const row = await find(db.query, ticketId)
      const earlier = await tickets(db.query)
        .where('ticket.accusedId', '=', row.accusedId)
        .where('ticket.id', '!=', row.id)
        .orderBy('ticket.createdAt', 'desc')
        .limit(50)
        .execute()
      const ticket = presentTicket(row)
      const between = { raiserId: row.raisedBy, accusedId: row.accusedId }
      const reported = ticket.context && (await findReported(db.query, ticket.context, between))
      return { ticket, reported: reported ?? null, earlier: earlier.map(presentTicket) }
    },

    /** Of two moderators one wins. @throws AppError not_found, already_decided */
    decide: (
      moderator: { id: string },
      of: { ticketId: string; action: 'block' | 'dismiss'; note?: string | undefined },
    ) =>
      db.transact(async (tx) => {
        const decided = await tx
          .updateTable('ticket')
          .set({
            status: of.action === 'block' ? 'actioned' : 'dismissed',
            decidedBy: moderator.id,
            decidedAt: clock.now(),
            note: of.note || null,
          })
          .where('id', '=', of.ticketId)
          .where('status', '=', 'open')
          .returning('id')
          .executeTakeFirst()
        const row = await find(tx, of.ticketId)
        if (!decided) throw alreadyDecided(await audit.lastOf(tx, row.id, ['action', 'dismiss']))
        await audit.write(tx, {
          moderatorId: moderator.id,
          action: of.action === 'block' ? 'action' : 'dismiss',
          subjectId: row.id,
          note: of.note,
        })
        if (of.action === 'block') {
          await blocking.ensureBlocked(tx, moderator, {
            role: row.accusedRole as 'mentee' | 'mentor',
            accountId: row.accusedId,
            note: of.note,
          })
        }
        return presentTicket(row)
      }),
  }
}
export type Tickets = ReturnType<typeof createTickets>

/** Had an enrollment, a booking or a conversation with each other. */
async function hadDealings(db: Db, actor: Member, otherId: string): Promise<boolean> {
  const [own, other] =
    actor.role === 'mentee' ? (['menteeId', 'mentorId'] as const) : (['mentorId', 'menteeId'] as const)
  for (const table of ['conversation', 'enrollment', 'slot'] as const) {
    const row = await db
      .selectFrom(table)
      .select('id')
      .where(own, '=', actor.id)
      .where(other, '=', otherId)
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

/** @throws AppError not_found when it is not the raiser's to refer to */
async function checkContext(
  db: Db,
  context: TicketContext,
  between: { raiserId: string; accusedId: string },
): Promise<void> {
  const isTheirs =
    context.kind === 'profile'
      ? context.id === between.accusedId
      : (await findReported(db, context, between)) !== undefined
  if (!isTheirs) throw new AppError('not_found', { message: 'What the ticket refers to could not be found.' })
}

/** Mentors are listed for everybody; mentees are seen by those they had to do with. */
const isSeenBy = async (db: Db, actor: Member, mentorId: string): Promise<boolean> =>
  actor.role === 'mentee' &&
  (await db
    .selectFrom('mentorSearch')
    .select('mentorId')
    .where('mentorId', '=', mentorId)
    .executeTakeFirst()) !== undefined
