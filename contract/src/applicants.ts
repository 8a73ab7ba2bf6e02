import { z } from 'zod'
import { id, isoTime, nextCursor, optionalName, pageQuery, requiredText } from './common.ts'
import { defineEndpoint } from './endpoint.ts'

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
    mentorName: optionalName(200).optional(),
    mentorEmail: optionalName(254).optional(),
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

export const applicants = { requests: listMentorRequests, accept: acceptMentor, reject: rejectMentor }
