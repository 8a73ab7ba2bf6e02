import { limits } from '@marga/contract/limits'
import type { TicketStatus } from '@marga/contract/ticket-states'
import type { Ticket, TicketContext, TicketForm } from '@marga/contract/tickets'
import type { Actor } from '../../platform/actor.ts'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import { fullName, presentPerson } from '../accounts/accounts.presenter.ts'
import type { Dealings } from '../accounts/dealings.service.ts'
import type { Audit } from '../moderation/audit.service.ts'
import type { Blocking } from '../moderation/blocking.service.ts'
import { alreadyDecided } from '../moderation/moderation.rules.ts'
import type { ModerationNotices } from '../moderation/moderation-notices.service.ts'
import { findReported } from './reported.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  cursors: Cursors
  audit: Audit
  blocking: Blocking
  dealings: Dealings
  moderationNotices: ModerationNotices
}
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

export function createTickets({
  db,
  clock,
  newId,
  cursors,
  audit,
  blocking,
  dealings,
  moderationNotices,
}: Deps) {
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
        !(await dealings.had(actor, accusedId)) &&
        !(form.context?.kind === 'profile' && (await dealings.isListedFor(actor, accusedId)))
      ) {
        throw new AppError('not_found', { message: 'You can complain about people you had dealings with.' })
      }
      const id = newId()
      return db.transact(async (tx) => {
        await tx
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
        const ticket = presentTicket(await find(tx, id))
        const about = fullName(ticket.complaint.accusedId)
        await moderationNotices.newCase(tx, {
          title: `New ticket about ${about}`,
          what: `${fullName(ticket.raisedBy)} raised a ticket about ${about}.`,
          path: '/moderator/tickets',
        })
        return ticket
      })
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

    /** What waits has the longest wait on top; everything else the newest. */
    async list(status: TicketStatus | undefined, input: PageInput) {
      const isQueue = status === 'open'
      const { items, nextCursor } = await cursors.page(
        tickets(db.query).$if(status !== undefined, (query) => query.where('ticket.status', '=', status!)),
        {
          // Another order, other cursors.
          list: isQueue ? 'tickets:open' : 'tickets',
          columns: ['ticket.createdAt', 'ticket.id'],
          order: isQueue ? 'asc' : 'desc',
          markOf: (row) => [row.createdAt, row.id],
        },
        input,
      )
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
        const ticket = presentTicket(row)
        await moderationNotices.ticketDecided(
          tx,
          { id: row.raisedBy, role: ticket.raisedBy.role },
          { accusedName: fullName(ticket.complaint.accusedId), isBlocked: of.action === 'block' },
        )
        return ticket
      }),
  }
}
export type Tickets = ReturnType<typeof createTickets>

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
