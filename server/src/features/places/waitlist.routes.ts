import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Waitlist } from './waitlist.service.ts'

export const waitlistRoutes = ({ waitlist }: { waitlist: Waitlist }): BoundRoute[] => [
  route(api.waitlist.places, async ({ actor }) => ({ places: await waitlist.placesOf(actor) })),
  route(api.waitlist.join, ({ actor, params }) => waitlist.join(actor, params.mentorId)),
  route(api.waitlist.leave, async ({ actor, params }) => {
    await waitlist.leave(actor, params.mentorId)
    return { position: null, message: 'You left the waitlist.' }
  }),
]
