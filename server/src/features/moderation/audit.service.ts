import type { Selectable } from 'kysely'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import type { AuditEntry } from '../../platform/db/types.generated.ts'

export type AuditAction = 'accept' | 'reject' | 'block' | 'unblock' | 'dismiss' | 'action'

type Deps = { db: Database; clock: Clock; newId: NewId; cursors: Cursors }

/** The append-only record of what moderators did; written in the transaction of the act. */
export function createAudit({ db, clock, newId, cursors }: Deps) {
  return {
    async write(
      tx: Tx,
      entry: { moderatorId: string; action: AuditAction; subjectId: string; note?: string | undefined },
    ) {
      await tx
        .insertInto('auditEntry')
        .values({ id: newId(), ...entry, note: entry.note || null, createdAt: clock.now() })
        .execute()
    },

    /** Who did this last to the subject, for telling the one who came second. */
    async lastOf(tx: Tx, subjectId: string, actions: readonly AuditAction[]) {
      return tx
        .selectFrom('auditEntry')
        .leftJoin('account', 'account.id', 'auditEntry.moderatorId')
        .select(['auditEntry.createdAt', 'account.firstName', 'account.lastName'])
        .where('subjectId', '=', subjectId)
        .where('action', 'in', actions)
        .orderBy('auditEntry.createdAt', 'desc')
        .orderBy('auditEntry.id', 'desc')
        .limit(1)
        .executeTakeFirst()
    },

    async list(input: PageInput) {
      const { items, nextCursor } = await cursors.page(
        db.query.selectFrom('auditEntry').selectAll(),
        {
          list: 'audit',
          columns: ['createdAt', 'id'],
          order: 'desc',
          markOf: (row) => [row.createdAt, row.id],
        },
        input,
      )
      return { entries: items.map(presentEntry), nextCursor }
    },

    /** What moderators did about somebody, newest first. */
    async about(subjectId: string) {
      const rows = await db.query
        .selectFrom('auditEntry')
        .selectAll()
        .where('subjectId', '=', subjectId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(100)
        .execute()
      return rows.map(presentEntry)
    },
  }
}
export type Audit = ReturnType<typeof createAudit>

const presentEntry = (row: Selectable<AuditEntry>) => ({
  _id: row.id,
  moderatorId: row.moderatorId,
  action: row.action,
  subjectId: row.subjectId,
  note: row.note,
  createdAt: row.createdAt.toISOString(),
})
