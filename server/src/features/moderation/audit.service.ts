import type { Selectable } from 'kysely'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { type PageInput, page, readCursor } from '../../platform/db/paging.ts'
import type { AuditEntry } from '../../platform/db/types.generated.ts'

export type AuditAction = 'accept' | 'reject' | 'block' | 'unblock' | 'dismiss' | 'action'

/** The append-only record of what moderators did; written in the transaction of the act. */
export function createAudit({ db, clock, newId }: { db: Database; clock: Clock; newId: NewId }) {
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
      const cursor = readCursor(input.cursor, ['time', 'id'])
      const rows = await db.query
        .selectFrom('auditEntry')
        .selectAll()
        .$if(cursor !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) => eb(refTuple('createdAt', 'id'), '<', tuple(...cursor!))),
        )
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(input.limit + 1)
        .execute()
      const { items, nextCursor } = page(rows, input.limit, (row) => [row.createdAt, row.id])
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
