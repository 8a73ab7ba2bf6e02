import type { AuditEntry } from '@marga/contract/moderation'
import { sql } from 'kysely'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { fullName, presentPerson } from '../accounts/accounts.presenter.ts'

export type AuditAction = 'accept' | 'reject' | 'block' | 'unblock' | 'dismiss' | 'action' | 'settle_refund'

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
        entries(db.query),
        {
          list: 'audit',
          columns: ['auditEntry.createdAt', 'auditEntry.id'],
          order: 'desc',
          markOf: (row) => [row.createdAt, row.id],
        },
        input,
      )
      return { entries: items.map(presentEntry), nextCursor }
    },

    /** What moderators did about somebody, newest first. */
    async about(subjectId: string) {
      const rows = await entries(db.query)
        .where('auditEntry.subjectId', '=', subjectId)
        .orderBy('auditEntry.createdAt', 'desc')
        .orderBy('auditEntry.id', 'desc')
        .limit(100)
        .execute()
      return rows.map(presentEntry)
    },
  }
}
export type Audit = ReturnType<typeof createAudit>

/** With the names of who did it and of whom it was done to, which of a ticket is the accused. */
const entries = (db: Db) =>
  db
    .selectFrom('auditEntry')
    .leftJoin('account as moderator', 'moderator.id', 'auditEntry.moderatorId')
    .leftJoin('ticket', 'ticket.id', 'auditEntry.subjectId')
    .leftJoin('account as subject', (join) =>
      join
        .on(({ fn }) => sql<boolean>`subject.id = ${fn.coalesce('ticket.accusedId', 'auditEntry.subjectId')}`)
        .on('subject.deletedAt', 'is', null)
        .on('subject.role', '!=', 'moderator'),
    )
    .selectAll('auditEntry')
    .select([
      'moderator.firstName as moderatorFirstName',
      'moderator.lastName as moderatorLastName',
      'ticket.id as ticketId',
      'subject.id as aboutId',
      'subject.role as aboutRole',
      'subject.firstName',
      'subject.lastName',
      'subject.profileImageUrl',
    ])
type EntryRow = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>

const presentEntry = (row: EntryRow): AuditEntry => ({
  _id: row.id,
  moderatorId: row.moderatorId,
  moderatorName:
    row.moderatorFirstName === null
      ? null
      : fullName({ firstName: row.moderatorFirstName, lastName: row.moderatorLastName ?? '' }),
  action: row.action,
  subjectId: row.subjectId,
  about:
    row.aboutId === null
      ? null
      : {
          ...presentPerson({
            id: row.aboutId,
            firstName: row.firstName!,
            lastName: row.lastName!,
            profileImageUrl: row.profileImageUrl,
          }),
          role: row.aboutRole as 'mentee' | 'mentor',
        },
  ticketId: row.ticketId,
  note: row.note,
  createdAt: row.createdAt.toISOString(),
})
