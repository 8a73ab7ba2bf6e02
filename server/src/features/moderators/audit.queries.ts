import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { AuditEntry as AuditEntryTable } from '../../platform/db/types.generated.ts'

export const insertAuditEntry = (db: Db, entry: Insertable<AuditEntryTable>) =>
  db.insertInto('auditEntry').values(entry).execute()

type Look = Pick<Insertable<AuditEntryTable>, 'id' | 'moderatorId' | 'action' | 'subjectId'> & { at: Date }

/** Unless the moderator has looked since then: a page that is kept up to date asks again by itself. */
export const insertLook = (db: Db, { id, moderatorId, action, subjectId, at }: Look, since: Date) =>
  sql`
    insert into audit_entry (id, moderator_id, action, subject_id, created_at)
    select ${id}::uuid, ${moderatorId}::uuid, ${action}, ${subjectId}::uuid, ${at}::timestamptz
    where not exists (select from audit_entry
      where subject_id = ${subjectId} and moderator_id = ${moderatorId} and action = ${action}
        and created_at > ${since})`.execute(db)

/** The last of these acts on the subject, with the name of who did it. */
export const findLastAct = (db: Db, subjectId: string, actions: readonly AuditEntryTable['action'][]) =>
  db
    .selectFrom('auditEntry')
    .leftJoin('account', 'account.id', 'auditEntry.moderatorId')
    .select(['auditEntry.createdAt', 'account.firstName', 'account.lastName'])
    .where('subjectId', '=', subjectId)
    .where('action', 'in', actions)
    .orderBy('auditEntry.createdAt', 'desc')
    .orderBy('auditEntry.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** With the names of who did it and of whom it was done to, which of a case is whom it is about: of a ticket the accused. */
export const auditEntries = (db: Db) =>
  db
    .selectFrom('auditEntry')
    .leftJoin('account as moderator', (join) =>
      join.onRef('moderator.id', '=', 'auditEntry.moderatorId').on('moderator.deletedAt', 'is', null),
    )
    .leftJoin('ticket', 'ticket.id', 'auditEntry.subjectId')
    .leftJoin('moderationCase', 'moderationCase.id', 'auditEntry.subjectId')
    .leftJoin('account as subject', (join) =>
      join
        .on(
          ({ fn }) =>
            sql<boolean>`subject.id = ${fn.coalesce('moderationCase.subjectId', 'auditEntry.subjectId')}`,
        )
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
export type AuditEntryRow = Awaited<ReturnType<ReturnType<typeof auditEntries>['executeTakeFirstOrThrow']>>

/**
 * Newest first: what was done to the person, and in the cases about them, which have the ids of their tickets,
 * applications and appeals. The newest of each subject, by their index: of "the one or any of those" the planner may
 * believe that walking the whole log by its time soon gives enough.
 */
export const findAuditEntriesAbout = (db: Db, personId: string, limit: number) =>
  auditEntries(db)
    .where(
      'auditEntry.id',
      'in',
      sql<string>`(
        select entry.id
        from (select ${personId}::uuid as id
          union all select id from moderation_case where subject_id = ${personId}) about
        cross join lateral (select id, created_at from audit_entry where subject_id = about.id
          order by created_at desc, id desc limit ${limit}) entry
        order by entry.created_at desc, entry.id desc limit ${limit})`,
    )
    .orderBy('auditEntry.createdAt', 'desc')
    .orderBy('auditEntry.id', 'desc')
    .limit(limit)
    .execute()

export type AuditFilter = {
  action?: string | undefined
  moderatorId?: string | undefined
  /** Each of its words, in the name of whom it was done to, the ticket's subject or the note. */
  search?: string | undefined
  from?: Date | undefined
  /** Not included. */
  to?: Date | undefined
}

const wordsOf = (search: string | undefined) => (search ?? '').trim().split(/\s+/).filter(Boolean)
const likePattern = (word: string) => `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

export const filteredAuditEntries = (db: Db, { action, moderatorId, search, from, to }: AuditFilter) =>
  auditEntries(db)
    .$if(action !== undefined, (query) => query.where('auditEntry.action', '=', action!))
    .$if(moderatorId !== undefined, (query) => query.where('auditEntry.moderatorId', '=', moderatorId!))
    .$if(from !== undefined, (query) => query.where('auditEntry.createdAt', '>=', from!))
    .$if(to !== undefined, (query) => query.where('auditEntry.createdAt', '<', to!))
    .where(({ and }) =>
      and(
        wordsOf(search).map(
          (word) => sql<boolean>`lower(concat_ws(' ', subject.first_name, subject.last_name, ticket.subject,
            audit_entry.note)) like ${likePattern(word)}`,
        ),
      ),
    )

export const findAuditEntries = (db: Db, filter: AuditFilter, limit: number) =>
  filteredAuditEntries(db, filter)
    .orderBy('auditEntry.createdAt', 'desc')
    .orderBy('auditEntry.id', 'desc')
    .limit(limit)
    .execute()
