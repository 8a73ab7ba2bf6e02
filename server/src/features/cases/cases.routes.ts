import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Sanctions } from '../moderation/sanctions.service.ts'
import type { Appeals } from './appeals.service.ts'
import type { CaseDecisions } from './case-decisions.service.ts'
import type { CaseEvidences } from './case-evidence.service.ts'
import type { Cases } from './cases.service.ts'
import type { Desk } from './desk.service.ts'
import type { UserDossiers } from './user-dossiers.service.ts'
import type { UserHistories } from './user-history.service.ts'

type Deps = {
  appeals: Appeals
  cases: Cases
  caseDecisions: CaseDecisions
  caseEvidence: CaseEvidences
  desk: Desk
  sanctions: Sanctions
  userDossiers: UserDossiers
  userHistories: UserHistories
}

export const caseRoutes = (deps: Deps): BoundRoute[] => [...queueRoutes(deps), ...personRoutes(deps)]

const queueRoutes = ({ appeals, cases, caseDecisions, caseEvidence, desk }: Deps): BoundRoute[] => [
  route(api.cases.list, ({ actor, query }) => cases.list(actor, query)),
  route(api.cases.get, ({ actor, params }) => caseEvidence.get(actor, params.id)),
  route(api.cases.claim, async ({ actor, params }) => ({ case: await cases.claim(actor, params.id) })),
  route(api.cases.release, async ({ actor, params }) => ({ case: await cases.release(actor, params.id) })),
  route(api.cases.note, async ({ actor, params, body }) => ({
    case: await cases.note(actor, params.id, body.text),
  })),
  route(api.cases.decide, async ({ actor, params, body }) => ({
    case: await caseDecisions.decide(actor, params.id, body),
  })),
  route(api.cases.desk, () => desk.figures()),
  route(api.appeals.read, async ({ body }) => ({ appeal: await appeals.read(body.token) })),
  route(api.appeals.raise, async ({ body }) => {
    await appeals.raise(body.token, body.text)
    return {
      message:
        'We have your appeal. A moderator reads it, another one than who decided where there is one, and we email you.',
    }
  }),
]

const personRoutes = ({ sanctions, userDossiers, userHistories }: Deps): BoundRoute[] => [
  route(api.cases.mentee, ({ actor, params }) => userDossiers.mentee(actor, params.id)),
  route(api.cases.mentor, ({ actor, params }) => userDossiers.mentor(actor, params.id)),
  route(api.cases.lift, async ({ actor, params, body }) => ({
    data: await sanctions.lift(actor, params.id, body.text),
  })),
  route(api.moderation.mentee, async ({ params }) => ({
    mentee: await userHistories.mentee(params.menteeId),
  })),
  route(api.moderation.mentor, async ({ params }) => ({
    mentor: await userHistories.mentor(params.mentorId),
  })),
]
