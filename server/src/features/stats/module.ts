import type { Core } from '../../platform/core.ts'
import { statsRoutes } from './stats.routes.ts'
import { createStats } from './stats.service.ts'

/** Counts per day, for mentors and moderators. */
export const createStatsModule = (needs: Core) => ({ routes: statsRoutes({ stats: createStats(needs) }) })
