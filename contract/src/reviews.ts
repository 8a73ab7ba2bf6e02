import { z } from 'zod'
import { id, isoTime, messageResponse, nextCursor, pageQuery, requiredText } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'

export const review = z.object({
  _id: id,
  rating: z.number().int(),
  text: z.string(),
  createdAt: isoTime,
  mentee: z.object({ firstName: z.string(), profileImageUrl: z.string().nullable() }),
  reply: z.string().nullable(),
})
export type Review = z.infer<typeof review>

export const reviewSummary = z.object({
  rating: z.number().nullable(),
  count: z.number().int(),
  byStars: z.array(z.number().int()).length(5),
})
export type ReviewSummary = z.infer<typeof reviewSummary>

const path = '/api/mentees/mentor/reviews/:mentorId'

export const listReviews = defineEndpoint({
  method: 'GET',
  path,
  access: 'public',
  summary: 'Reviews of a mentor with their summary',
  query: pageQuery,
  response: z.object({ reviews: z.array(review), nextCursor, summary: reviewSummary }),
  errors: ['not_found'],
})

export const reviewForm = z.object({
  rating: z
    .number({ error: 'Choose 1 to 5 stars.' })
    .int()
    .min(1, 'Choose 1 to 5 stars.')
    .max(5, 'Choose 1 to 5 stars.'),
  text: requiredText(limits.reviewTextMax, 'Write what it was like.').refine(
    (text) => text.trim().length >= limits.reviewTextMin,
    `At least ${limits.reviewTextMin} characters.`,
  ),
})

export const putReview = defineEndpoint({
  method: 'PUT',
  path,
  access: ['mentee'],
  summary: "Writes or replaces the mentee's review",
  body: reviewForm,
  response: z.object({ data: review }),
  errors: ['not_enrolled', 'not_found'],
})

export const deleteReview = defineEndpoint({
  method: 'DELETE',
  path,
  access: ['mentee'],
  summary: "Removes the mentee's review",
  response: messageResponse.extend({ data: z.null() }),
  errors: ['not_found'],
})

export const replyForm = z.object({ text: requiredText(limits.reviewTextMax, 'Write a reply.') })

export const replyToReview = defineEndpoint({
  method: 'POST',
  path: '/api/mentors/review-replies/:reviewId',
  access: ['mentor'],
  summary: "The mentor's reply under a review",
  body: replyForm,
  response: z.object({ data: review }),
  errors: ['not_found'],
})

export const reviews = { list: listReviews, put: putReview, remove: deleteReview, reply: replyToReview }
