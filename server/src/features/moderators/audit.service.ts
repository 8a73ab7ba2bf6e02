import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { presentAuditEntry } from './audit.presenter.ts'
import * as queries from './audit.queries.ts'

export type AuditAction = 'accept' | 'reject' | 'block' | 'unblock' | 'dismiss' | 'action' | 'settle_refund'

type Deps = { db: Database; clock: Clock; newId: NewId; cursors: Cursors }

/** The append-only record of what moderators did; written in the transaction of the act. */
export function createAudit({ db, clock, newId, cursors }: Deps) {
  return {
    async write(
      tx: Tx,
      entry: { moderatorId: string; action: AuditAction; subjectId: string; note?: string | undefined },
    ) {
      await queries.insertAuditEntry(tx, {
        id: newId(),
        ...entry,
        note: entry.note || null,
        createdAt: clock.now(),
      })
    },

    /** Who did this last to the subject, for telling the one who came second. */
    lastOf: (tx: Tx, subjectId: string, actions: readonly AuditAction[]) =>
      queries.findLastAct(tx, subjectId, actions),

    async list(input: PageInput) {
      const { items, nextCursor } = await cursors.page(
        queries.auditEntries(db.query),
        {
          list: 'audit',
          columns: ['auditEntry.createdAt', 'auditEntry.id'],
          order: 'desc',
          markOf: (row) => [row.createdAt, row.id],
        },
        input,
      )
      return { entries: items.map(presentAuditEntry), nextCursor }
    },

    /** What moderators did about somebody, newest first. */
    about: async (subjectId: string) =>
      (await queries.findAuditEntriesAbout(db.query, subjectId)).map(presentAuditEntry),
  }
}
export type Audit = ReturnType<typeof createAudit>
