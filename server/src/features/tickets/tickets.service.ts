import { limits } from '@marga/contract/limits'
import type { TicketStatus } from '@marga/contract/ticket-states'
import type { ModeratedTicket, Ticket, TicketContext, TicketForm } from '@marga/contract/tickets'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import { fullName, presentPerson } from '../accounts/accounts.presenter.ts'
import type { Relationships } from '../accounts/relationships.service.ts'
import type { Blocking } from '../moderation/blocking.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import { alreadyDecided } from '../moderators/decisions.rules.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import { findReported } from './reported.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  cursors: Cursors
  audit: Audit
  blocking: Blocking
  relationships: Relationships
  moderationNotifications: ModerationNotifications
}
type Member = Actor<'mentee' | 'mentor'>
type Decision = {
  ticketId: string
  action: 'block' | 'dismiss' | 'return_call' | 'refund' | 'refuse'
  note?: string | undefined
  alsoTicketIds?: readonly string[] | undefined
}

const tickets = (db: Db) =>
  db
    .selectFrom('ticket')
    .innerJoin('account as accused', 'accused.id', 'ticket.accusedId')
    .innerJoin('account as raiser', 'raiser.id', 'ticket.raisedBy')
    .leftJoin('account as decider', 'decider.id', 'ticket.decidedBy')
    .selectAll('ticket')
    .select([
      'accused.firstName as accusedFirstName',
      'accused.lastName as accusedLastName',
      'accused.profileImageUrl as accusedImage',
      'accused.role as accusedRole',
      'accused.isBlocked as isAccusedBlocked',
      'raiser.firstName as raiserFirstName',
      'raiser.lastName as raiserLastName',
      'raiser.profileImageUrl as raiserImage',
      'raiser.role as raiserRole',
      'decider.firstName as deciderFirstName',
      'decider.lastName as deciderLastName',
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

/** Moderators see who decided; whoever raised the ticket sees only what was decided. */
const presentModerated = (row: TicketRow): ModeratedTicket => ({
  ...presentTicket(row),
  decision: row.decidedAt && {
    by:
      row.deciderFirstName === null
        ? null
        : fullName({ firstName: row.deciderFirstName, lastName: row.deciderLastName ?? '' }),
    at: row.decidedAt.toISOString(),
    note: row.note,
  },
  isAccusedBlocked: row.isAccusedBlocked,
  disputeKind: null,
})

export function createTickets({
  db,
  clock,
  newId,
  cursors,
  audit,
  blocking,
  relationships,
  moderationNotifications,
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
        !(await relationships.had(actor, accusedId)) &&
        !(form.context?.kind === 'profile' && (await relationships.isListedFor(actor, accusedId)))
      ) {
        throw new AppError('not_found', {
          message: 'You can only report people you have had a subscription or a session with.',
        })
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
        await moderationNotifications.newCase(tx, {
          kind: 'ticket',
          title: `New ticket about ${about}`,
          what: `${fullName(ticket.raisedBy)} raised a ticket about ${about}.`,
          path: `/moderator/tickets?ticket=${id}`,
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

    /** Those a person raised or is accused in, newest first, for moderators. */
    async about(accountId: string): Promise<ModeratedTicket[]> {
      const rows = await tickets(db.query)
        .where(({ or, eb }) =>
          or([eb('ticket.accusedId', '=', accountId), eb('ticket.raisedBy', '=', accountId)]),
        )
        .orderBy('ticket.createdAt', 'desc')
        .limit(limits.unpagedListMax)
        .execute()
      return rows.map(presentModerated)
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
      return { responseFromDb: items.map(presentModerated), nextCursor }
    },

    /** @throws AppError not_found */
    async get(ticketId: string) {
      const row = await find(db.query, ticketId)
      const earlier = await tickets(db.query)
        .where('ticket.accusedId', '=', row.accusedId)
        .where('ticket.id', '!=', row.id)
        // Those that wait may be closed with this one, so none of them is left out.
        .orderBy(sql`ticket.status = 'open'`, 'desc')
        .orderBy('ticket.createdAt', 'desc')
        .limit(limits.ticketsAtOnceMax)
        .execute()
      const ticket = presentModerated(row)
      const between = { raiserId: row.raisedBy, accusedId: row.accusedId }
      const reported = ticket.context && (await findReported(db.query, ticket.context, between))
      return { ticket, reported: reported ?? null, earlier: earlier.map(presentModerated), dispute: null }
    },

    /**
     * Of two moderators one wins. The others that are closed with it, because the moderator saw them, are those still
     * open about the same person. @throws AppError not_found, already_decided
     */
    decide: (moderator: { id: string }, of: Decision) =>
      db.transact(async (tx) => {
        const given = await find(tx, of.ticketId)
        const ids = [...new Set([of.ticketId, ...(of.alsoTicketIds ?? [])])]
        // In one order: of two moderators who close some of the same, one waits.
        await tx.selectFrom('ticket').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
        const closed = await tx
          .updateTable('ticket')
          .set({
            status: of.action === 'block' ? 'actioned' : 'dismissed',
            decidedBy: moderator.id,
            decidedAt: clock.now(),
            note: of.note || null,
          })
          .where('id', 'in', ids)
          .where('accusedId', '=', given.accusedId)
          .where('status', '=', 'open')
          .returning('id')
          .execute()
        if (!closed.some(({ id }) => id === given.id))
          throw alreadyDecided(await audit.lastOf(tx, given.id, ['action', 'dismiss']))
        for (const { id } of closed) await note(tx, moderator, of, id)
        if (of.action === 'block') {
          await blocking.ensureBlocked(tx, moderator, {
            role: given.accusedRole as 'mentee' | 'mentor',
            accountId: given.accusedId,
            note: of.note,
          })
        }
        await moderationNotifications.caseDecided(tx, 'ticket')
        return presentModerated(await find(tx, given.id))
      }),
  }

  /** Writes one closed ticket into the log, and tells who raised it. */
  async function note(tx: Tx, moderator: { id: string }, of: Decision, ticketId: string) {
    await audit.write(tx, {
      moderatorId: moderator.id,
      action: of.action === 'block' ? 'action' : 'dismiss',
      subjectId: ticketId,
      note: of.note,
    })
    const { raisedBy, complaint } = presentTicket(await find(tx, ticketId))
    await moderationNotifications.ticketDecided(
      tx,
      { id: raisedBy._id, role: raisedBy.role },
      { accusedName: fullName(complaint.accusedId), isBlocked: of.action === 'block' },
    )
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
