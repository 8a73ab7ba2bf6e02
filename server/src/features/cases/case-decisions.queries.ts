import type { DecisionReason } from '@marga/contract/case-states'
import type { Outcome } from '@marga/contract/outcomes'
import type { Db } from '../../platform/db/database.ts'
import type { Proposal } from './cases.presenter.ts'

/** What it stands for first: whoever decides that by an older call writes to its case, too. */
export async function lockCase(
  db: Db,
  { id, ticketId, applicationId }: { id: string; ticketId: string | null; applicationId: string | null },
) {
  const lock = (table: 'ticket' | 'application' | 'moderationCase', rowId: string) =>
    db.selectFrom(table).select('id').where('id', '=', rowId).forUpdate().execute()
  if (ticketId) await lock('ticket', ticketId)
  if (applicationId) await lock('application', applicationId)
  await lock('moderationCase', id)
}

type Decision = {
  decidedAt: Date
  decidedBy: string
  confirmedBy: string | null
  outcomes: readonly Outcome[]
  reason: DecisionReason
  text: string
  raiserText: string | null
}

/** Of all that would decide it one does. @returns undefined when it is decided already */
export const decideCase = (db: Db, id: string, { outcomes, ...decision }: Decision) =>
  db
    .updateTable('moderationCase')
    .set({
      ...decision,
      outcomes: JSON.stringify(outcomes),
      status: 'decided',
      claimedBy: null,
      claimedUntil: null,
      proposal: null,
      proposedAt: null,
      proposedBy: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()

export const proposeDecision = (db: Db, id: string, of: { proposal: Proposal; by: string; at: Date }) =>
  db
    .updateTable('moderationCase')
    .set({ proposal: JSON.stringify(of.proposal), proposedBy: of.by, proposedAt: of.at })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute()

type Closed = { status: 'actioned' | 'dismissed'; decidedBy: string; decidedAt: Date; note: string | null }

export const closeTicket = (db: Db, id: string, closed: Closed) =>
  db.updateTable('ticket').set(closed).where('id', '=', id).where('status', '=', 'open').execute()

export const endAppeal = (db: Db, id: string, outcome: 'upheld' | 'refused') =>
  db.updateTable('appeal').set({ outcome }).where('id', '=', id).execute()
