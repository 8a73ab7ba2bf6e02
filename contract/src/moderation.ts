import { z } from 'zod'
import { applicants } from './applicants.ts'
import {
  id,
  instantOrDay,
  isoTime,
  nextCursor,
  optionalName,
  optionalText,
  pageQuery,
  person,
} from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { enrollmentStatuses } from './enrollment-states.ts'
import { failedRefunds } from './failed-refunds.ts'
import { slot } from './slots.ts'
import { moderatedTicket } from './tickets.ts'

const access = ['moderator'] as const

const statusResponse = z.object({ data: z.object({ _id: id, isBlocked: z.boolean() }) })

export const changeMenteeStatus = defineEndpoint({
  method: 'PATCH',
  path: '/api/moderator/mentees_status_change',
  access,
  summary: 'Blocks or unblocks a mentee; toggles without isBlocked',
  body: z.object({ menteeId: id, isBlocked: z.boolean().optional(), note: optionalText(2000).optional() }),
  response: statusResponse,
  errors: ['not_found', 'already_decided'],
})

export const changeMentorStatus = defineEndpoint({
  method: 'PATCH',
  path: '/api/moderator/mentor_status_change',
  access,
  summary: 'Blocks or unblocks a mentor; toggles without isBlocked',
  body: z.object({ mentorId: id, isBlocked: z.boolean().optional(), note: optionalText(2000).optional() }),
  response: statusResponse,
  errors: ['not_found', 'already_decided'],
})

const listQuery = pageQuery.extend({
  search: optionalName(200).optional(),
  status: z.enum(['active', 'blocked']).optional(),
})

export const listedMentee = z.object({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  /** Shut out: blocked, or suspended. */
  isBlocked: z.boolean(),
  /** Until when; null where that has no end, or is not so. */
  suspendedUntil: isoTime.nullable(),
  createdAt: isoTime,
})
export type ListedMentee = z.infer<typeof listedMentee>

export const listedMentor = listedMentee.extend({
  jobTitle: z.string(),
  firmName: z.string(),
  rating: z.number().nullable(),
  reviewCount: z.number().int(),
  subscribers: z.number().int(),
})
export type ListedMentor = z.infer<typeof listedMentor>

export const listMentees = defineEndpoint({
  method: 'GET',
  path: '/api/moderator/mentees',
  access,
  summary: 'All mentees, newest first',
  query: listQuery,
  response: z.object({ mentees: z.array(listedMentee), nextCursor }),
})

export const listMentors = defineEndpoint({
  method: 'GET',
  path: '/api/moderator/mentors',
  access,
  summary: 'All accepted mentors, newest first',
  query: listQuery,
  response: z.object({ mentors: z.array(listedMentor), nextCursor }),
})

export const auditEntry = z.object({
  _id: id,
  moderatorId: id.nullable(),
  /** Null when that account is gone. */
  moderatorName: z.string().nullable(),
  action: z.string(),
  /** The person, or the ticket. */
  subjectId: id,
  /** Whom it was done to, of a ticket the accused; null when that account is gone. */
  about: person.extend({ role: z.enum(['mentee', 'mentor']) }).nullable(),
  /** The ticket that was decided. */
  ticketId: id.nullable(),
  note: z.string().nullable(),
  createdAt: isoTime,
})
export type AuditEntry = z.infer<typeof auditEntry>

const history = {
  enrollments: z.array(
    z.object({
      _id: id,
      with: person,
      status: z.enum(enrollmentStatuses),
      startedAt: isoTime,
      amount: z.number().int(),
    }),
  ),
  bookings: z.array(slot),
  tickets: z.array(moderatedTicket),
  acts: z.array(auditEntry),
}

export const menteeDossier = listedMentee.extend(history)
export type MenteeDossier = z.infer<typeof menteeDossier>
export const mentorDossier = listedMentor.extend(history)
export type MentorDossier = z.infer<typeof mentorDossier>

export const getMentee = defineEndpoint({
  method: 'GET',
  path: '/api/moderator/mentees/:menteeId',
  access,
  summary: 'A mentee with enrollments, bookings, tickets and what moderators did',
  response: z.object({ mentee: menteeDossier }),
  errors: ['not_found'],
})

export const getMentor = defineEndpoint({
  method: 'GET',
  path: '/api/moderator/mentors/:mentorId',
  access,
  summary: 'A mentor with enrollments, bookings, tickets and what moderators did',
  response: z.object({ mentor: mentorDossier }),
  errors: ['not_found'],
})

export const auditActions = [
  'accept',
  'reject',
  'block',
  'unblock',
  'dismiss',
  'action',
  'settle_refund',
  'stage',
  'check',
  'warn',
  'restrict',
  'suspend',
  'remove_content',
  'lift',
  'read_messages',
  'invite',
  'withdraw',
  'join',
  'leave',
  'propose',
  'export_log',
] as const
export type AuditAction = (typeof auditActions)[number]

const auditFilter = {
  action: z.enum(auditActions).optional(),
  moderatorId: id.optional(),
  /** Words of the name of whom it was done to, or of the note. */
  search: optionalName(200).optional(),
  from: instantOrDay.optional(),
  /** Not included. */
  to: instantOrDay.optional(),
}

/** The log as a file, so much of it at once. */
export const auditExportMax = 50_000
export const exportAuditLog = defineEndpoint({
  method: 'GET',
  path: '/api/moderator/audit-log/export',
  access,
  summary: 'What moderators did, newest first, as CSV; at most 50,000 entries',
  query: z.object(auditFilter),
  response: z.object({ csv: z.string(), entries: z.number().int(), isComplete: z.boolean() }),
})

export const auditLog = defineEndpoint({
  method: 'GET',
  path: '/api/moderator/audit-log',
  access,
  summary: 'What moderators did, newest first',
  query: pageQuery.extend(auditFilter),
  response: z.object({
    entries: z.array(auditEntry),
    nextCursor,
  }),
})

/** What a block would do at this moment. */
export const blockEffects = z.object({
  /** Of a mentor: those that end. Of a mentee: those that renew no more. */
  subscriptions: z.number().int(),
  /** What goes back to a mentor's mentees in all; nothing goes back to a mentee. */
  refundRupees: z.number().int(),
  bookedSessions: z.number().int(),
  openTimes: z.number().int(),
  /** Open tickets about the person; they stay open. */
  openTickets: z.number().int(),
})
export type BlockEffects = z.infer<typeof blockEffects>

const effectsResponse = { response: z.object({ effects: blockEffects }), errors: ['not_found'] as const }

export const menteeBlockEffects = defineEndpoint({
  method: 'GET',
  path: '/api/moderator/mentees/:menteeId/block-effects',
  access,
  summary: 'What blocking this mentee would do now, in numbers',
  ...effectsResponse,
})

export const mentorBlockEffects = defineEndpoint({
  method: 'GET',
  path: '/api/moderator/mentors/:mentorId/block-effects',
  access,
  summary: 'What blocking this mentor would do now, in numbers',
  ...effectsResponse,
})

export const moderation = {
  ...applicants,
  changeMenteeStatus,
  changeMentorStatus,
  mentees: listMentees,
  mentee: getMentee,
  mentor: getMentor,
  mentors: listMentors,
  auditLog,
  exportAuditLog,
  menteeBlockEffects,
  mentorBlockEffects,
  ...failedRefunds,
}
