import { z } from 'zod'
import { id, isoTime, nextCursor, optionalText, pageQuery, person, requiredText } from './common.ts'
import { ticketDispute } from './disputes.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { ticketContextKinds, ticketStatuses } from './ticket-states.ts'

/** What the ticket is about: something of the accused or of the two, which the raiser can see. */
const context = z.object({ kind: z.enum(ticketContextKinds), id })

export const ticket = z.object({
  _id: id,
  /** The same value as `_id`. */
  ticketId: id,
  complaint: z.object({ accusedId: person }),
  /** `system`: nobody did; it came of itself, as three late answers do. */
  raisedBy: person.extend({ role: z.enum(['mentee', 'mentor', 'system']) }),
  subject: z.string(),
  content: z.string(),
  context: context.nullable(),
  status: z.enum(ticketStatuses),
  createdAt: isoTime,
  /** Which of two disputes it stands for, if the two people could not agree. */
  disputeKind: z.enum(['contest', 'refund']).nullable(),
  /** Closed by nobody's decision: what it stood for was over. */
  isWithdrawn: z.boolean(),
})
export type Ticket = z.infer<typeof ticket>
export type TicketContext = NonNullable<Ticket['context']>

/** As moderators see it. */
export const moderatedTicket = ticket.extend({
  /** Who closed it, when and why; the name is null when that account is gone, or nobody did. */
  decision: z
    .object({
      by: z.string().nullable(),
      at: isoTime,
      note: z.string().nullable(),
      /** Whether it blocked the accused. */
      didBlock: z.boolean(),
    })
    .nullable(),
  /** Not of one who is suspended. */
  isAccusedBlocked: z.boolean(),
  /** There is no one to sanction. */
  isAccusedDeleted: z.boolean(),
})
export type ModeratedTicket = z.infer<typeof moderatedTicket>

/** What the context stands for, in words; for moderators. */
export const reported = z.object({ text: z.string(), at: isoTime })
export type Reported = z.infer<typeof reported>

export const ticketForm = z.object({
  complaint: z.object({ accusedId: id }),
  content: requiredText(limits.ticketTextMax, 'Tell us what happened.'),
  subject: optionalText(200).optional(),
  context: context.optional(),
  /** Whoever feels harassed or threatened is heard within a day. */
  isHarassment: z.boolean().optional(),
})
export type TicketForm = z.infer<typeof ticketForm>

const listResponse = z.object({ listOfTickets: z.array(ticket) })
const postResponse = {
  status: [201] as const,
  response: z.object({ data: ticket }),
  errors: ['not_found'] as const,
}

const menteeTickets = {
  path: '/api/mentees/raise-ticket/:menteeId',
  access: ['mentee'],
  self: ['params.menteeId'],
} as const
const mentorTickets = {
  path: '/api/mentors/raise-ticket/:mentorId',
  access: ['mentor'],
  self: ['params.mentorId'],
} as const

export const tickets = {
  ofMentee: defineEndpoint({
    ...menteeTickets,
    method: 'GET',
    summary: 'Own tickets, newest first',
    response: listResponse,
  }),
  raiseAsMentee: defineEndpoint({
    ...menteeTickets,
    ...postResponse,
    method: 'POST',
    summary: 'Reports a mentor the mentee has subscribed to or met',
    body: ticketForm,
    limit: 'write',
  }),
  ofMentor: defineEndpoint({
    ...mentorTickets,
    method: 'GET',
    summary: 'Own tickets, newest first',
    response: listResponse,
  }),
  raiseAsMentor: defineEndpoint({
    ...mentorTickets,
    ...postResponse,
    method: 'POST',
    summary: 'Reports a mentee who has subscribed to the mentor or met them',
    body: z.object({ ticketObject: ticketForm }),
    limit: 'write',
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/moderator/tickets',
    access: ['moderator'],
    summary: 'All tickets, newest first',
    query: pageQuery.extend({ status: z.enum(ticketStatuses).optional() }),
    response: z.object({ responseFromDb: z.array(moderatedTicket), nextCursor }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/moderator/tickets/:ticketId',
    access: ['moderator'],
    summary: 'One ticket, what it refers to, and the earlier ones about the same person',
    response: z.object({
      ticket: moderatedTicket,
      /** Null for a ticket without a context, for a profile, and for what has been erased since. */
      reported: reported.nullable(),
      /** Open ones first, then the newest. */
      earlier: z.array(moderatedTicket),
      /** The lists that have more than came. */
      shortened: z.array(z.enum(['earlier'])).optional(),
      dispute: ticketDispute.nullable(),
    }),
    errors: ['not_found'],
  }),
  decide: defineEndpoint({
    method: 'PATCH',
    path: '/api/moderator/tickets',
    access: ['moderator'],
    summary: 'Blocks the accused, dismisses the ticket, or decides the dispute that it stands for',
    body: z.object({
      ticketId: id,
      /** The last three for tickets of a dispute; `refuse` and `refund` with a reason in `note`. */
      action: z.enum(['block', 'dismiss', 'return_call', 'refund', 'refuse']).default('block'),
      note: optionalText(2000).optional(),
      /** Closed with it: those of these that are open and about the same person. */
      alsoTicketIds: z.array(id).max(limits.ticketsAtOnceMax).optional(),
    }),
    response: z.object({ data: moderatedTicket }),
    errors: ['not_found', 'already_decided', 'needs_second'],
  }),
}
