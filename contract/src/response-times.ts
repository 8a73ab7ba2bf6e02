import { z } from 'zod'
import { awaiting } from './chat.ts'
import { id, isoDate, isoTime, person } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { mentorResponse } from './mentor-card.ts'

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

/** Days of the mentor's zone, both included. */
export const vacation = z
  .object({ from: isoDate, to: isoDate })
  .refine(({ from, to }) => !(daysOf(from, to) < 1), {
    error: 'The last day is before the first.',
    path: ['to'],
  })
  .refine(({ from, to }) => !(daysOf(from, to) > limits.vacationDaysMax), {
    error: `At most ${limits.vacationDaysMax} days at once.`,
    path: ['to'],
  })
export type Vacation = z.infer<typeof vacation>

/** NaN where one is no date, which has its own complaint. */
const daysOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

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
    body: z.object({
      vacations: z
        .array(vacation)
        .max(limits.vacationsMax, `At most ${limits.vacationsMax} vacations.`)
        .superRefine((vacations, context) => {
          for (const [index, one] of vacations.entries())
            if (vacations.slice(0, index).some(({ from, to }) => from <= one.to && one.from <= to))
              context.addIssue({
                code: 'custom',
                message: 'This overlaps with another vacation.',
                path: [index, 'from'],
              })
        }),
    }),
    errors: ['invalid_request'],
  }),
}
