import { roleApiBase } from '@marga/contract/roles'
import type { FastifyInstance } from 'fastify'
import type { CalendarFeeds } from './calendar-feeds.service.ts'

/** /api/{role}/calendar/:secret.ics, for calendar programs: the secret is all they bring. */
export function registerCalendarFeeds(app: FastifyInstance, calendarFeeds: CalendarFeeds) {
  for (const role of ['mentee', 'mentor'] as const) {
    app.get<{ Params: { secret: string } }>(
      `${roleApiBase[role]}/calendar/:secret.ics`,
      async (request, reply) => {
        const text = await calendarFeeds.read(role, request.params.secret)
        return reply
          .type('text/calendar; charset=utf-8')
          .header('cache-control', 'private, no-store')
          .send(text)
      },
    )
  }
}
