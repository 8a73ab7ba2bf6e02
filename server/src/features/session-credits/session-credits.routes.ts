import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { CreditHistory } from './credit-history.service.ts'

export const sessionCreditRoutes = ({ history }: { history: CreditHistory }): BoundRoute[] => [
  route(api.sessionCredits.list, ({ actor, params, query }) =>
    history.list(actor.id, params.enrollmentId, query),
  ),
]
