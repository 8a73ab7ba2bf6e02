import { limits } from '@marga/contract/limits'
import type { TicketStatus } from '@marga/contract/ticket-states'
import type { ModeratedTicket, Ticket, TicketContext, TicketForm } from '@marga/contract/tickets'
import type { Member } from '../../platform/actor.ts'
import { after, type Clock, daysMs, hoursMs, type NewId } from '../../platform/clock.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { newestLists } from '../../platform/db/newest-lists.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { Relationships } from '../accounts/relationships.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import { findReported } from './reported.queries.ts'
import type { DisputesOfTickets } from './ticket-decisions.service.ts'
import { presentModeratedTicket, presentTicket } from './tickets.presenter.ts'
import * as queries from './tickets.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  cursors: Cursors
  relationships: Relationships
  moderationNotifications: ModerationNotifications
  disputes: DisputesOfTickets
  audit: Audit
}
type DisputeTicket = {
  /** Null where it came of itself. */
  raisedBy: string | null
  accusedId: string
  subject: string
  content: string
  context: TicketContext | null
  /** To the moderators: without what people wrote. */
  what: string
}

export function createTickets(deps: Deps) {
  const { db } = deps
  return {
    raise: (actor: Member, form: TicketForm) => raise(deps, actor, form),

    ownOf: async (accountId: string): Promise<Ticket[]> =>
      (await queries.findTicketsRaisedBy(db.query, accountId)).map(presentTicket),

    /** Those a person raised or is accused in, newest first, for moderators. */
    about: async (accountId: string, limit: number): Promise<ModeratedTicket[]> =>
      (await queries.findTicketsAbout(db.query, accountId, limit)).map(presentModeratedTicket),

    list: (status: TicketStatus | undefined, input: PageInput) => list(deps, status, input),
    get: (moderator: { id: string }, ticketId: string) =>
      deps.db.transact((tx) => get(deps, tx, moderator, ticketId)),
    /** Of a dispute that the two could not settle: every moderator hears of it. @returns its id */
    open: (tx: Tx, dispute: DisputeTicket) => open(deps, tx, dispute),
    /** Closes one that stands for nothing any more, by nobody's decision. */
    withdraw: (tx: Tx, ticketId: string, why: string) => withdraw(deps, tx, ticketId, why),
  }
}
export type Tickets = ReturnType<typeof createTickets>

/** @throws AppError not_found */
async function find(tx: Db, id: string) {
  const row = await queries.findTicket(tx, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** @throws AppError not_found unless the two had dealings, or a mentee reports a profile that all can see */
async function raise(deps: Deps, actor: Member, form: TicketForm): Promise<Ticket> {
  const { db, clock, newId, moderationNotifications } = deps
  const { accusedId } = form.complaint
  if (form.context) await checkContext(db.query, form.context, { raiserId: actor.id, accusedId })
  await checkDealings(deps, actor, form)
  const id = newId()
  return db.transact(async (tx) => {
    await refuseFlood(tx, actor.id, clock.now())
    await queries.insertTicket(tx, {
      id,
      raisedBy: actor.id,
      accusedId,
      subject: form.subject ?? '',
      content: form.content,
      context: form.context ? JSON.stringify(form.context) : null,
      isHarassment: form.isHarassment ?? false,
      createdAt: clock.now(),
    })
    const ticket = presentTicket(await find(tx, id))
    const about = fullName(ticket.complaint.accusedId)
    await moderationNotifications.newCase(tx, {
      kind: 'ticket',
      title: `New ticket about ${about}`,
      what: `${fullName(ticket.raisedBy)} raised a ticket about ${about}.`,
      path: `/moderator/cases/${id}`,
    })
    const dueAt = await queries.findDueOfTicket(tx, id)
    await moderationNotifications.ticketReceived(tx, actor, { accusedName: about, dueAt })
    return ticket
  })
}

/** One person's tickets must not bury everybody else's. @throws AppError rate_limited */
async function refuseFlood(tx: Tx, raiserId: string, now: Date) {
  await advisoryLock(tx, `tickets:${raiserId}`)
  const raised = await queries.countRaisedSince(tx, raiserId, after(now, -daysMs(1)))
  if (raised < limits.ticketsADay) return
  throw new AppError('rate_limited', {
    message: `You have raised ${raised} tickets within a day. You can raise the next one in 24 hours or less, or write to us.`,
    retryAfterSeconds: hoursMs(1) / 1000,
  })
}

/** @throws AppError not_found */
async function checkDealings({ relationships }: Deps, actor: Member, { complaint, context }: TicketForm) {
  if (
    !(await relationships.had(actor, complaint.accusedId)) &&
    !(context?.kind === 'profile' && (await relationships.isListedFor(actor, complaint.accusedId)))
  ) {
    throw new AppError('not_found', {
      message: 'You can only report people you have had a subscription or a session with.',
    })
  }
}

/** What waits has the longest wait on top; everything else the newest. */
async function list({ db, cursors }: Deps, status: TicketStatus | undefined, input: PageInput) {
  const isQueue = status === 'open'
  const { items, nextCursor } = await cursors.page(
    queries.ticketsOf(db.query, status),
    {
      // Another order, other cursors.
      list: isQueue ? 'tickets:open' : 'tickets',
      columns: ['ticket.createdAt', 'ticket.id'],
      order: isQueue ? 'asc' : 'desc',
      markOf: (row) => [row.createdAt, row.id],
      dated: 'once',
    },
    input,
  )
  return { responseFromDb: items.map(presentModeratedTicket), nextCursor }
}

/** Looking at a message is written to the log. @throws AppError not_found */
async function get({ disputes, audit }: Deps, tx: Tx, moderator: { id: string }, ticketId: string) {
  const row = await find(tx, ticketId)
  const { take, shortened } = newestLists<'earlier'>()
  const earlier = await take('earlier', limits.ticketsAtOnceMax, (limit) =>
    queries.findOthersAbout(tx, row, limit),
  )
  const ticket = presentModeratedTicket(row)
  const reported =
    row.raisedBy &&
    ticket.context &&
    (await findReported(tx, ticket.context, { raiserId: row.raisedBy, accusedId: row.accusedId }))
  if (reported && ticket.context?.kind === 'message')
    await audit.writeLook(tx, { moderatorId: moderator.id, action: 'read_messages', subjectId: row.id })
  return {
    ticket,
    reported: reported || null,
    earlier: earlier.map(presentModeratedTicket),
    shortened,
    dispute: await disputes.find(tx, ticketId),
  }
}

async function open({ clock, newId, moderationNotifications }: Deps, tx: Tx, dispute: DisputeTicket) {
  const { context, what, ...people } = dispute
  const id = newId()
  await queries.insertTicket(tx, {
    ...people,
    id,
    context: context && JSON.stringify(context),
    createdAt: clock.now(),
  })
  await moderationNotifications.newCase(tx, {
    kind: 'ticket',
    title: dispute.subject,
    what,
    path: `/moderator/cases/${id}`,
  })
  return id
}

async function withdraw({ clock, moderationNotifications }: Deps, tx: Tx, ticketId: string, why: string) {
  const decision = { status: 'dismissed', decidedBy: null, decidedAt: clock.now(), note: why } as const
  const closed = await queries.closeTicket(tx, ticketId, decision)
  if (closed) await moderationNotifications.caseDecided(tx, 'ticket', ticketId)
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
