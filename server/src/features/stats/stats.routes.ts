import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Stats } from './stats.service.ts'

export const statsRoutes = ({ stats }: { stats: Stats }): BoundRoute[] => [
  route(api.stats.ofMentor, async ({ actor, query }) => ({
    enrollmentObject: await stats.enrolledOf(actor.id, query),
  })),
  route(api.stats.enrollments, async ({ query }) => ({
    dailyEnrollmentData: await stats.enrollments(query),
  })),
  route(api.stats.newMentees, async ({ query }) => ({ newMenteeDetail: await stats.newMentees(query) })),
]
