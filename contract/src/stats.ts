import { z } from 'zod'
import { dayCount, daysQuery } from './common.ts'
import { defineEndpoint } from './endpoint.ts'

export const stats = {
  ofMentor: defineEndpoint({
    method: 'GET',
    path: '/api/mentors/daily-enrollment-object/:mentorId',
    access: ['mentor'],
    self: ['params.mentorId'],
    summary: 'Who is enrolled with the mentor, as each day ends',
    query: daysQuery,
    response: z.object({ enrollmentObject: z.array(dayCount) }),
  }),
  enrollments: defineEndpoint({
    method: 'GET',
    path: '/api/moderator/daily-enrollments',
    access: ['moderator'],
    summary: 'New enrollments of each day',
    query: daysQuery,
    response: z.object({ dailyEnrollmentData: z.array(dayCount) }),
  }),
  newMentees: defineEndpoint({
    method: 'GET',
    path: '/api/moderator/daily-new-mentees',
    access: ['moderator'],
    summary: 'New mentees of each day',
    query: daysQuery,
    response: z.object({ newMenteeDetail: z.array(dayCount) }),
  }),
}
