import { z } from 'zod'
import { id, isoTime, nextCursor, optionalText, pageQuery, person, requiredText } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { enrollmentStatuses } from './enrollment-states.ts'
import { slot } from './slots.ts'
import { moderatedTicket } from './tickets.ts'

const access = ['moderator'] as const

export const mentorRequest = z.object({
  mentorId: id,
  name: z.string(),
  email: z.string(),
  /** Whether the applicant has proven it; without that nobody can be accepted. */
  isEmailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  jobTitle: z.string(),
  firmName: z.string(),
  location: z.string().nullable(),
  bio: z.string(),
  educationalQualification: z.string(),
  hourlyRate: z.number().int(),
  expertise: z.array(z.string()),
  website: z.string().nullable(),
  twitterUrl: z.string().nullable(),
  linkedInUrl: z.string().nullable(),
  submittedAt: isoTime,
  attempts: z.number().int(),
})
export type MentorRequest = z.infer<typeof mentorRequest>

export const listMentorRequests = defineEndpoint({
  method: 'GET',
  path: '/api/moderator/mentor_requests',
  access,
  summary: 'Applications that wait for a decision, oldest first',
  query: pageQuery,
  response: z.object({
    mentorRequests: z.array(mentorRequest),
    nextCursor,
    /** How many wait in all. */
    total: z.number().int(),
  }),
})

const decision = z.object({
  data: z.object({ _id: id, mentorId: id, status: z.enum(['accepted', 'rejected']) }),
})

export const acceptMentor = defineEndpoint({
  method: 'PATCH',
  path: '/api/moderator/mentor_request_accept',
  access,
  summary: 'Turns an applicant into a listed mentor',
  body: z.object({
    mentorId: id,
    mentorName: optionalText(200).optional(),
    mentorEmail: optionalText(254).optional(),
  }),
  response: decision,
  errors: ['not_found', 'email_unverified', 'already_decided'],
})

export const rejectMentor = defineEndpoint({
  method: 'PATCH',
  path: '/api/moderator/mentor_request_reject',
  access,
  summary: 'Refuses an application with a reason',
  body: z.object({ mentorId: id, reason: requiredText(2000, 'Give a reason that helps the applicant.') }),
  response: decision,
  errors: ['not_found', 'already_decided'],
})

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
  search: optionalText(200).optional(),
  status: z.enum(['active', 'blocked']).optional(),
})

export const listedMentee = z.object({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  isBlocked: z.boolean(),
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

export const auditLog = defineEndpoint({
  method: 'GET',
  path: '/api/moderator/audit-log',
  access,
  summary: 'What moderators did, newest first',
  query: pageQuery,
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

/** A refund that the bank sent back: somebody has to pay it another way. */
export const failedRefund = z.object({
  /** The payment provider's ids of the refund and of the payment. */
  _id: z.string(),
  paymentId: z.string(),
  amount: z.number().int(),
  reason: z.string().nullable(),
  noticedAt: isoTime,
  /** Whose payment it was, and for whom; null when it is not known or that account is gone. */
  menteeId: person.nullable(),
  mentorId: person.nullable(),
  settledAt: isoTime.nullable(),
})
export type FailedRefund = z.infer<typeof failedRefund>

export const listFailedRefunds = defineEndpoint({
  method: 'GET',
  path: '/api/moderator/failed-refunds',
  access,
  summary: 'Refunds that the bank sent back, those not settled first, then newest first',
  response: z.object({ failedRefunds: z.array(failedRefund) }),
})

export const settleRefund = defineEndpoint({
  method: 'PATCH',
  path: '/api/moderator/failed-refunds',
  access,
  summary: 'Notes that a refund that came back was paid another way',
  body: z.object({
    refundId: requiredText(255),
    note: requiredText(2000, 'Say how it was paid back.'),
  }),
  response: z.object({ data: failedRefund }),
  errors: ['not_found', 'already_decided'],
})

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
  requests: listMentorRequests,
  accept: acceptMentor,
  reject: rejectMentor,
  changeMenteeStatus,
  changeMentorStatus,
  mentees: listMentees,
  mentee: getMentee,
  mentor: getMentor,
  mentors: listMentors,
  auditLog,
  menteeBlockEffects,
  mentorBlockEffects,
  failedRefunds: listFailedRefunds,
  settleRefund,
}
