import { z } from 'zod'
import { mentorRequest } from './applicants.ts'
import { caseParts } from './case-states.ts'
import { id, isoTime } from './common.ts'
import { ticketDispute } from './disputes.ts'
import { moderationCase } from './moderation-case.ts'
import { sanction } from './sanctions.ts'
import { slot } from './slots.ts'
import { ticketContextKinds } from './ticket-states.ts'
import { applicationStages, vettingCheck } from './vetting.ts'

export const attended = slot.extend({
  attendance: z.array(z.object({ personId: id, from: isoTime, to: isoTime })),
  /** The room let neither in any more, because this one of the two blocked the other or was shut out. */
  closure: z.object({ by: z.enum(['mentee', 'mentor']), at: isoTime }).nullable(),
})
export type AttendedSession = z.infer<typeof attended>

export const caseEvent = z.object({
  at: isoTime,
  /** Null for what came of itself, and where the account is gone. */
  who: z.string().nullable(),
  what: z.enum([
    'opened',
    'claimed',
    'released',
    'note',
    'proposed',
    'decided',
    'stage',
    'applicant_answered',
    'acknowledged',
    'checked',
    'withdrawn',
  ]),
  text: z.string(),
})
export type CaseEvent = z.infer<typeof caseEvent>

const shortenedLists = ['earlier', 'events', 'exchange', 'sessions'] as const
export type ShortenedList = (typeof shortenedLists)[number]

const statement = z.object({ text: z.string(), by: z.enum(caseParts).nullable(), at: isoTime })

/** What a case is decided by, in its place; each part null or empty where the case has none. */
export const evidence = z.object({
  /** What is claimed; null for an application. */
  statement: statement.nullable(),
  context: z.object({ kind: z.enum(ticketContextKinds), id }).nullable(),
  /** Around the reported one, oldest first. */
  messages: z.array(
    z.object({
      _id: id,
      senderId: id,
      text: z.string(),
      createdAt: isoTime,
      isReported: z.boolean(),
      isRemoved: z.boolean(),
    }),
  ),
  /** The session that it is about. */
  session: attended.nullable(),
  /** The sessions of the two, newest first, at most 100: for a call to give back or an outcome to correct. */
  sessions: z.array(attended),
  review: z
    .object({ rating: z.number().int(), text: z.string(), createdAt: isoTime, isRemoved: z.boolean() })
    .nullable(),
  /** The reported profile as it was when it was reported; of a mentee without what only mentors have. */
  profile: z
    .object({
      jobTitle: z.string(),
      firmName: z.string(),
      bio: z.string(),
      expertise: z.array(z.string()),
      /** These are absent from cases of before. */
      shortBio: z.string().nullish(),
      about: z.string().nullish(),
      interests: z.array(z.string()).nullish(),
      profileImageUrl: z.string().nullish(),
    })
    .nullable(),
  dispute: ticketDispute.nullable(),
  /** Rupees of the two's payments that have not gone back. */
  refundable: z.number().int(),
  application: mentorRequest
    .extend({
      stage: z.enum(applicationStages),
      /** What the applicant was asked for, and what they answered; oldest first. */
      exchange: z.array(z.object({ at: isoTime, by: z.enum(['moderator', 'applicant']), text: z.string() })),
      checks: z.array(vettingCheck),
    })
    .nullable(),
  /** What is appealed. */
  sanctions: z.array(sanction),
  /** Other cases about the same person, newest first, at most 20. */
  earlier: z.array(moderationCase),
  /** The lists that have more than came: of these the newest. `events` is the history beside the evidence. */
  shortened: z.array(z.enum(shortenedLists)).optional(),
})
export type CaseEvidence = z.infer<typeof evidence>
