import type { CaseEvidence } from '@marga/contract/case-evidence'
import type { CasePerson, ModerationCase } from '@marga/contract/moderation-case'
import type { Sanction } from '@marga/contract/sanctions'
import type { UserDossier } from '@marga/contract/user-dossiers'
import { listedMentee } from './moderator-samples.ts'

export const accused: CasePerson = {
  _id: '0198a000-0000-7000-8000-0000000000a1',
  firstName: 'Vikram',
  lastName: 'Iyer',
  profileImageUrl: null,
  role: 'mentor',
  part: 'accused',
  isBlocked: false,
}
export const raiser: CasePerson = {
  ...accused,
  _id: '0198a000-0000-7000-8000-0000000000a2',
  firstName: 'Neha',
  lastName: 'Rao',
  role: 'mentee',
  part: 'raiser',
}

const dismissed = {
  by: 'Dev Rao',
  at: '2026-11-21T05:00:00.000Z',
  outcomes: [{ kind: 'dismiss' }],
  reason: 'nothing_found',
  text: '',
  raiserText: null,
} as const satisfies ModerationCase['decision']

export const caseOf = (given: Partial<ModerationCase> = {}): ModerationCase => ({
  _id: '0198a000-0000-7000-8000-0000000000c1',
  kind: 'ticket',
  status: 'open',
  subject: 'Asked for money',
  people: [accused, raiser],
  dueAt: new Date(Date.now() + 3.5 * 3_600_000).toISOString(),
  isOverdue: false,
  claimedBy: null,
  createdAt: '2026-11-21T04:00:00.000Z',
  stage: null,
  decision: given.status === 'decided' ? dismissed : null,
  proposal: null,
  isOthersToDecide: false,
  concernsYou: false,
  ...given,
})

export const claimOf = (name: string, isYou: boolean) => ({
  name,
  until: new Date(Date.now() + 29 * 60_000).toISOString(),
  isYou,
})

export const evidenceOf = (given: Partial<CaseEvidence> = {}): CaseEvidence => ({
  statement: { text: 'He wants cash.', by: 'raiser', at: '2026-11-21T04:00:00.000Z' },
  context: { kind: 'message', id: '0198a000-0000-7000-8000-0000000000b1' },
  messages: [
    {
      _id: '0198a000-0000-7000-8000-0000000000b0',
      senderId: raiser._id,
      text: 'Can we meet tomorrow?',
      createdAt: '2026-11-21T03:00:00.000Z',
      isReported: false,
      isRemoved: false,
    },
    {
      _id: '0198a000-0000-7000-8000-0000000000b1',
      senderId: accused._id,
      text: 'Pay me in cash',
      createdAt: '2026-11-21T03:10:00.000Z',
      isReported: true,
      isRemoved: false,
    },
  ],
  session: null,
  sessions: [],
  review: null,
  profile: null,
  dispute: null,
  refundable: 12_500,
  application: null,
  sanctions: [],
  earlier: [],
  ...given,
})

export const sanctionOf = (given: Partial<Sanction> = {}): Sanction => ({
  _id: '0198a000-0000-7000-8000-0000000000d1',
  kind: 'restrict',
  person: accused,
  caseId: '0198a000-0000-7000-8000-0000000000c2',
  by: 'Dev Rao',
  reason: 'spam',
  text: 'No advertising, please.',
  startedAt: '2026-11-10T04:00:00.000Z',
  endsAt: '2026-12-10T04:00:00.000Z',
  endedAt: null,
  liftedBy: null,
  liftText: null,
  isActive: true,
  isReplaced: false,
  canBeLifted: true,
  appeal: null,
  ...given,
})

export const dossierOf = (given: Partial<UserDossier> = {}): UserDossier => ({
  person: { ...listedMentee, role: 'mentee', isRestricted: false, warnings: 0 },
  enrollments: [],
  sessions: [],
  tickets: [],
  cases: [],
  sanctions: [],
  notes: [],
  acts: [],
  ...given,
})

export const counts = {
  application: 2,
  ticket: 3,
  contest: 0,
  refund: 1,
  late_answers: 0,
  review: 0,
  appeal: 0,
}
export const listOf = (cases: readonly ModerationCase[], nextCursor: string | null = null) => ({
  cases,
  counts,
  overdue: 1,
  nextCursor,
})
