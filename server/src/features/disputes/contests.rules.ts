import type { MemberRole } from '@marga/contract/roles'
import type { SessionCase } from '@marga/contract/session-credit-cases'

type Settled = { status: string; missedBy: MemberRole | 'both' | null }

export const otherSide = (side: MemberRole): MemberRole => (side === 'mentee' ? 'mentor' : 'mentee')

/**
 * Whether the outcome leaves somebody something to gain: a mentee the mentor's absence, a mentor a session that took
 * place. Without it, one of the two could take the one contest that a session has from the other.
 */
export const isContestable = (by: MemberRole, { status, missedBy }: Settled): boolean =>
  by === 'mentee' ? missedBy !== 'mentor' : status === 'missed'

/** How the session stands once whoever contested is right, and what that makes of its credit. */
export const upheld = {
  mentee: { outcome: { status: 'missed', missedBy: 'mentor' }, case: 'contest_agreed' },
  mentor: { outcome: { status: 'completed', missedBy: null }, case: 'contest_agreed_with_mentor' },
} as const satisfies Record<MemberRole, { outcome: object; case: SessionCase }>

/** How a session stands as a moderator finds it; each is the case that its credit follows, too. */
export const correctedOutcomes = {
  completed: { status: 'completed', missedBy: null },
  missed_by_mentee: { status: 'missed', missedBy: 'mentee' },
  missed_by_mentor: { status: 'missed', missedBy: 'mentor' },
  missed_by_both: { status: 'missed', missedBy: 'both' },
} as const satisfies Partial<Record<SessionCase, object>>
export type CorrectedOutcome = keyof typeof correctedOutcomes
