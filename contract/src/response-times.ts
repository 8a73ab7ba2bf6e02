import { z } from 'zod'
import { awaiting } from './chat.ts'
import { id, isoTime, person } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { mentorResponse } from './mentor-card.ts'
import { vacation, vacations } from './vacations.ts'

const question = { conversationId: id, menteeId: person, since: isoTime }

export const lateAnswer = z.object({
  ...question,
  /** Null where none came. */
  answeredAt: isoTime.nullable(),
})
export type LateAnswer = z.infer<typeof lateAnswer>

export const waitingQuestion = z.object({
  ...question,
  /** Null while the clock stands still and nobody knows until when. */
  dueAt: isoTime.nullable(),
  isLate: z.boolean(),
  standstill: awaiting.shape.standstill,
})
export type WaitingQuestion = z.infer<typeof waitingQuestion>

const ownVacations = {
  path: '/api/mentors/vacations/:mentorId',
  access: ['mentor'],
  self: ['params.mentorId'],
  response: z.object({ vacations: z.array(vacation) }),
} as const

export const responseTimes = {
  own: defineEndpoint({
    method: 'GET',
    path: '/api/mentors/response/:mentorId',
    access: ['mentor'],
    self: ['params.mentorId'],
    summary: 'How the mentor answers, every late answer behind it, and who waits, the first due on top',
    response: z.object({
      /** Null below ten answers in 90 days. */
      response: mentorResponse.nullable(),
      /** Answers of these 90 days, below ten too. */
      answers: z.number().int(),
      /** Of 90 days, newest first. */
      late: z.array(lateAnswer).max(limits.unpagedListMax),
      waiting: z.array(waitingQuestion).max(limits.unpagedListMax),
    }),
  }),
  vacations: defineEndpoint({
    ...ownVacations,
    method: 'GET',
    summary: 'Announced vacations that are not over, the first on top',
  }),
  announceVacations: defineEndpoint({
    ...ownVacations,
    method: 'PUT',
    summary: 'Sets the vacations that are not over; what is past of one stays',
    body: z.object({ vacations }),
    errors: ['invalid_request'],
  }),
}
