import type { Core } from '../../platform/core.ts'
import { createCreditHistory } from './credit-history.service.ts'
import { createCreditPeriods } from './credit-periods.service.ts'
import { createRefunds } from './refunds.service.ts'
import { sessionCreditRoutes } from './session-credits.routes.ts'
import { createSessionCredits } from './session-credits.service.ts'

/** The ledger of what a paid month gives: a row a session credit, an event a change, and the money that goes back. */
export function createSessionCreditsModule(core: Core) {
  const refunds = createRefunds(core)
  const sessionCredits = createSessionCredits({ ...core, refunds })
  const creditPeriods = createCreditPeriods({ ...core, refunds })
  return {
    service: { sessionCredits, creditPeriods, refunds },
    routes: sessionCreditRoutes({ history: createCreditHistory(core) }),
  }
}
