import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Availabilities } from './availability.service.ts'

export const availabilityRoutes = ({ availabilities }: { availabilities: Availabilities }): BoundRoute[] => [
  route(api.availability.get, ({ actor }) => availabilities.get(actor.id)),
  route(api.availability.set, ({ actor, body, query }) =>
    query.preview === 'true' ? availabilities.preview(actor.id, body) : availabilities.set(actor.id, body),
  ),
]
