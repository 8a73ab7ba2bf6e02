import type { Core } from '../../platform/core.ts'
import type { ResponseDeadlines } from '../response-times/response-deadlines.service.ts'
import { availabilityPersonalData } from './personal-data.ts'
import { vacationRoutes } from './vacations.routes.ts'
import { createVacations } from './vacations.service.ts'

/** When mentors can be had. */
export function createAvailabilityModule(needs: Core & { responseDeadlines: ResponseDeadlines }) {
  return {
    routes: vacationRoutes({ vacations: createVacations(needs) }),
    personalData: availabilityPersonalData,
  }
}
