import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Favourites } from './favourites.service.ts'

export const favouriteRoutes = ({ favourites }: { favourites: Favourites }): BoundRoute[] => [
  route(api.favourites.list, async ({ actor }) => ({ mentorIds: await favourites.list(actor) })),
  route(api.favourites.add, async ({ actor, params }) => {
    await favourites.add(actor, params.mentorId)
    return { message: 'Added to your favourites.' }
  }),
  route(api.favourites.remove, async ({ actor, params }) => {
    await favourites.remove(actor, params.mentorId)
    return { message: 'Removed from your favourites.' }
  }),
  route(api.favourites.merge, async ({ actor, body }) => ({
    mentorIds: await favourites.merge(actor, body.mentorIds),
  })),
]
