import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Reviews } from './reviews.service.ts'

export const reviewRoutes = ({ reviews }: { reviews: Reviews }): BoundRoute[] => [
  route(api.reviews.list, ({ params, query }) => reviews.list(params.mentorId, query)),
  route(api.reviews.put, async ({ actor, params, body }) => ({
    data: await reviews.put(actor.id, params.mentorId, body),
  })),
  route(api.reviews.remove, async ({ actor, params }) => {
    await reviews.remove(actor.id, params.mentorId)
    return { data: null, message: 'Your review is removed.' }
  }),
  route(api.reviews.reply, async ({ actor, params, body }) => ({
    data: await reviews.reply(actor.id, params.reviewId, body.text),
  })),
]
