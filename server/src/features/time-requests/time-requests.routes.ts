import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { TimeRequestAnswers } from './time-request-answers.service.ts'
import type { TimeRequests } from './time-requests.service.ts'

type Deps = { timeRequests: TimeRequests; timeRequestAnswers: TimeRequestAnswers }

export const timeRequestRoutes = ({ timeRequests, timeRequestAnswers }: Deps): BoundRoute[] => [
  route(api.timeRequests.ask, async ({ actor, body }) => ({ request: await timeRequests.ask(actor, body) })),
  route(api.timeRequests.ofMentee, async ({ actor }) => ({ requests: await timeRequests.ofMentee(actor) })),
  route(api.timeRequests.withdraw, async ({ actor, params }) => ({
    request: await timeRequests.withdraw(actor, params.id),
  })),
  route(api.timeRequests.ofMentor, async ({ actor }) => ({ requests: await timeRequests.ofMentor(actor) })),
  route(api.timeRequests.answer, ({ actor, params, body }) =>
    timeRequestAnswers.answer(actor, params.id, body.accept),
  ),
]
