import type { Core } from '../../platform/core.ts'
import { calendarRoutes } from './calendar.routes.ts'
import { createCalendarFeeds } from './calendar-feeds.service.ts'

/** Booked sessions for other calendars. */
export function createCalendarModule(needs: Core) {
  const calendarFeeds = createCalendarFeeds(needs)
  return { service: { calendarFeeds }, routes: calendarRoutes({ calendarFeeds }) }
}
