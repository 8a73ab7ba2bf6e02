import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { CalendarFeeds } from './calendar-feeds.service.ts'

export const calendarRoutes = ({ calendarFeeds }: { calendarFeeds: CalendarFeeds }): BoundRoute[] =>
  (['mentee', 'mentor'] as const).flatMap((role) => {
    const endpoints = api.accountSettings[role]
    return [
      route(endpoints.calendarFeed, async ({ actor }) => ({ url: await calendarFeeds.addressOf(actor) })),
      route(endpoints.renewCalendarFeed, async ({ actor }) => ({ url: await calendarFeeds.renew(actor) })),
    ]
  })
