import type { Core } from '../../platform/core.ts'
import type { Relationships } from '../accounts/relationships.service.ts'
import type { Sanctions } from '../moderation/sanctions.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { Moderators } from '../moderators/moderators.service.ts'
import { createTicketDecisions, type DisputesOfTickets } from './ticket-decisions.service.ts'
import { ticketRoutes } from './tickets.routes.ts'
import { createTickets } from './tickets.service.ts'

type Needs = Core & {
  audit: Audit
  sanctions: Sanctions
  relationships: Relationships
  moderators: Moderators
  moderationNotifications: ModerationNotifications
  disputes: DisputesOfTickets
}

/** What people report to the moderators, and what the moderators make of it. */
export function createTicketsModule(needs: Needs) {
  const tickets = createTickets(needs)
  return { service: { tickets }, routes: ticketRoutes({ tickets, decisions: createTicketDecisions(needs) }) }
}
