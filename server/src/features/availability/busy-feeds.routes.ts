import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { BusyFeeds } from './busy-feeds.service.ts'

export const busyFeedRoutes = ({ busyFeeds }: { busyFeeds: BusyFeeds }): BoundRoute[] => [
  route(api.availability.feeds, async ({ actor }) => ({ feeds: await busyFeeds.list(actor.id) })),
  route(api.availability.addFeed, async ({ actor, body }) => ({
    feeds: await busyFeeds.add(actor.id, body),
  })),
  route(api.availability.removeFeed, async ({ actor, params }) => ({
    feeds: await busyFeeds.remove(actor.id, params.id),
  })),
]
