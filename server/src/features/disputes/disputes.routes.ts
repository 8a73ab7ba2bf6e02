import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Contests } from './contests.service.ts'
import type { RefundRequests } from './refund-requests.service.ts'
import type { SilenceRefunds } from './silence-refunds.service.ts'

type Deps = { contests: Contests; refundRequests: RefundRequests; silenceRefunds: SilenceRefunds }

export const disputeRoutes = ({ contests, refundRequests, silenceRefunds }: Deps): BoundRoute[] => [
  ...[api.disputes.contestsOfMentee, api.disputes.contestsOfMentor].flatMap((endpoints) => [
    route(endpoints.raise, async ({ actor, body }) => ({ contest: await contests.raise(actor, body) })),
    route(endpoints.list, ({ actor, query }) => contests.list(actor, query)),
    route(endpoints.answer, async ({ actor, params, body }) => ({
      contest: await contests.answer(actor, params.id, body),
    })),
  ]),
  route(api.enrollments.silenceRefund, ({ actor, params }) =>
    silenceRefunds.claim(actor, params.enrollmentId),
  ),
  route(api.disputes.requestRefund, async ({ actor, body }) => ({
    refundRequest: await refundRequests.ask(actor, body),
  })),
  route(api.disputes.refundRequestsOfMentee, ({ actor }) => refundRequests.list(actor)),
  route(api.disputes.refundRequestsOfMentor, ({ actor }) => refundRequests.list(actor)),
  route(api.disputes.answerRefundRequest, async ({ actor, params, body }) => ({
    refundRequest: await refundRequests.answer(actor, params.id, body),
  })),
]
