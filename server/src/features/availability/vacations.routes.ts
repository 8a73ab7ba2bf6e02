import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Vacations } from './vacations.service.ts'

export const vacationRoutes = ({ vacations }: { vacations: Vacations }): BoundRoute[] => [
  route(api.responseTimes.vacations, async ({ actor }) => ({ vacations: await vacations.list(actor.id) })),
  route(api.responseTimes.announceVacations, async ({ actor, body }) => ({
    vacations: await vacations.set(actor.id, body.vacations),
  })),
]
