import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { TicketDecisions } from './ticket-decisions.service.ts'
import type { Tickets } from './tickets.service.ts'

type Deps = { tickets: Tickets; decisions: TicketDecisions }

export const ticketRoutes = ({ tickets, decisions }: Deps): BoundRoute[] => [
  route(api.tickets.ofMentee, async ({ actor }) => ({ listOfTickets: await tickets.ownOf(actor.id) })),
  route(api.tickets.raiseAsMentee, async ({ actor, body }) => ({ data: await tickets.raise(actor, body) })),
  route(api.tickets.ofMentor, async ({ actor }) => ({ listOfTickets: await tickets.ownOf(actor.id) })),
  route(api.tickets.raiseAsMentor, async ({ actor, body }) => ({
    data: await tickets.raise(actor, body.ticketObject),
  })),
  route(api.tickets.list, ({ query }) => tickets.list(query.status, query)),
  route(api.tickets.get, ({ actor, params }) => tickets.get(actor, params.ticketId)),
  route(api.tickets.decide, async ({ actor, body }) => ({ data: await decisions.decide(actor, body) })),
]
