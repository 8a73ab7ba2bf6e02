import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { FailedRefunds } from '../enrollments/failed-refunds.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { Applicants } from './applicants.service.ts'
import type { BlockPreviews } from './block-previews.service.ts'
import type { Blocking } from './blocking.service.ts'
import type { People } from './people.service.ts'
import type { Vetting } from './vetting.service.ts'

type Deps = {
  applicants: Applicants
  blocking: Blocking
  people: People
  vetting: Vetting
  blockPreviews: BlockPreviews
  failedRefunds: FailedRefunds
  audit: Audit
}

export const moderationRoutes = ({
  applicants,
  blocking,
  people,
  vetting,
  blockPreviews,
  failedRefunds,
  audit,
}: Deps): BoundRoute[] => [
  route(api.moderation.requests, ({ query }) => applicants.list(query)),
  route(api.moderation.accept, async ({ actor, body }) => ({
    data: await applicants.accept(actor, body.mentorId),
  })),
  route(api.moderation.reject, async ({ actor, body }) => ({
    data: await applicants.reject(actor, body.mentorId, body.reason),
  })),
  route(api.cases.stage, async ({ actor, body }) => ({ data: await vetting.stage(actor, body) })),
  route(api.cases.check, async ({ actor, params, body }) => ({
    checks: await vetting.check(actor, params.id, body),
  })),
  route(api.moderation.changeMenteeStatus, async ({ actor, body }) => ({
    data: await blocking.change(actor, { role: 'mentee', accountId: body.menteeId, ...body }),
  })),
  route(api.moderation.changeMentorStatus, async ({ actor, body }) => ({
    data: await blocking.change(actor, { role: 'mentor', accountId: body.mentorId, ...body }),
  })),
  route(api.moderation.mentees, ({ query }) => people.mentees(query)),
  route(api.moderation.mentors, ({ query }) => people.mentors(query)),
  route(api.moderation.menteeBlockEffects, async ({ params }) => ({
    effects: await blockPreviews.mentee(params.menteeId),
  })),
  route(api.moderation.mentorBlockEffects, async ({ params }) => ({
    effects: await blockPreviews.mentor(params.mentorId),
  })),
  route(api.moderation.failedRefunds, async () => ({ failedRefunds: await failedRefunds.list() })),
  route(api.moderation.settleRefund, async ({ actor, body }) => ({
    data: await failedRefunds.settle(actor, body),
  })),
  route(api.moderation.auditLog, ({ query }) => audit.list(query)),
  route(api.moderation.exportAuditLog, ({ actor, query }) => audit.exportAs(actor, query)),
]
