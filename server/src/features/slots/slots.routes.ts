import { api } from '@marga/contract/api'
import { type BoundRoute, route, routeInTurn } from '../../http/route.ts'
import type { BookedSlots } from './booked-slots.service.ts'
import type { Bookings } from './bookings.service.ts'
import type { IntroBookings } from './intro-bookings.service.ts'
import type { MoveProposals } from './move-proposals.service.ts'
import type { Moves } from './moves.service.ts'
import type { SlotSeries } from './slot-series.service.ts'
import type { Slots } from './slots.service.ts'

type Deps = {
  slots: Slots
  series: SlotSeries
  bookings: Bookings
  introBookings: IntroBookings
  bookedSlots: BookedSlots
  moves: Moves
  moveProposals: MoveProposals
}

export const slotRoutes = ({
  slots,
  series,
  bookings,
  introBookings,
  bookedSlots,
  moves,
  moveProposals,
}: Deps): BoundRoute[] => [
  route(api.slots.publish, async ({ actor, body }) => {
    const published = await slots.publish(actor, body.slotDetails)
    return { data: published.created[0]!, ...published }
  }),
  route(api.slots.ofMentor, async ({ actor, query }) => ({
    allTimeSlots: await slots.ofMentor(actor, query),
  })),
  route(api.slots.get, async ({ actor, params }) => ({ data: await slots.get(actor, params.slotId) })),
  route(api.slots.change, ({ actor, params, body }) => series.change(actor, params.slotId, body)),
  route(api.slots.remove, ({ actor, params, query }) =>
    query.scope === 'following'
      ? series.remove(actor, params.slotId)
      : slots.remove(actor, params.slotId, query.status),
  ),
  route(api.slots.upcomingLive, async ({ actor }) => ({ sessionDetails: await slots.upcomingLive(actor) })),
  route(api.slots.forMentee, async ({ actor, params, query }) => ({
    timeSlots: await slots.forMentee(actor, params.mentorId, query),
  })),
  routeInTurn(
    api.slots.book,
    ({ actor, body }) => bookings.awaitTurn(actor, body.slotId),
    async ({ actor, body }, seen) => ({ data: await bookings.book(actor, body.slotId, body.values, seen) }),
  ),
  route(api.slots.bookIntro, async ({ actor, body }) => ({ data: await introBookings.book(actor, body) })),
  route(api.slots.booked, ({ actor, query }) => bookedSlots.list(actor, query.when, query)),
  route(api.moves.move, ({ actor, body }) => moves.move(actor, body)),
  route(api.moves.ofMentee.propose, async ({ actor, body }) => ({
    proposal: await moveProposals.propose(actor, body),
  })),
  route(api.moves.ofMentor.propose, async ({ actor, body }) => ({
    proposal: await moveProposals.propose(actor, body),
  })),
  route(api.moves.ofMentee.list, async ({ actor, query }) => ({
    proposals: await moveProposals.list(actor, query.slotId),
  })),
  route(api.moves.ofMentor.list, async ({ actor, query }) => ({
    proposals: await moveProposals.list(actor, query.slotId),
  })),
  route(api.moves.ofMentee.answer, ({ actor, params, body }) =>
    moveProposals.answer(actor, params.id, body.accept),
  ),
  route(api.moves.ofMentor.answer, ({ actor, params, body }) =>
    moveProposals.answer(actor, params.id, body.accept),
  ),
  route(api.slots.cancel, ({ actor, body }) => bookedSlots.cancel(actor, body.slotId)),
]
