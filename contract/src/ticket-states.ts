export const ticketStatuses = ['open', 'actioned', 'dismissed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]
export const ticketContextKinds = ['message', 'slot', 'review', 'profile'] as const
