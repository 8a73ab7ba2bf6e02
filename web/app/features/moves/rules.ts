import type { MoveProposal } from '@marga/contract/moves'

/** The one that waits for an answer. */
export const openProposalOf = (proposals: readonly MoveProposal[], now: Date): MoveProposal | undefined =>
  proposals.find(({ status, expiresAt }) => status === 'open' && new Date(expiresAt) > now)
