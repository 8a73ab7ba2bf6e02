import type { MoveProposal } from '@marga/contract/moves'
import type { ProposalRow } from './moves.queries.ts'

export const presentProposal = (row: ProposalRow, now: Date): MoveProposal => ({
  _id: row.id,
  slotId: row.slotId,
  by: row.proposedBy,
  starts: row.starts.map((start) => new Date(start).toISOString()),
  text: row.text,
  status: row.status === 'open' && row.expiresAt <= now ? 'void' : row.status,
  expiresAt: row.expiresAt.toISOString(),
})
