import type { Db } from '../../platform/db/database.ts'

export const findAppeal = (db: Db, tokenHash: Buffer) =>
  db.selectFrom('appeal').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()
export type AppealRow = NonNullable<Awaited<ReturnType<typeof findAppeal>>>

type Filed = { id: string; text: string; filedAt: Date }

/** Once: of two at the same moment one is filed. @returns undefined when it was, or when the time is over */
export const fileAppeal = (db: Db, { id, text, filedAt }: Filed) =>
  db
    .updateTable('appeal')
    .set({ text, filedAt })
    .where('id', '=', id)
    .where('filedAt', 'is', null)
    .where('expiresAt', '>', filedAt)
    .returning('id')
    .executeTakeFirst()

export const insertCaseOfAppeal = (
  db: Db,
  of: { id: string; subjectId: string; createdAt: Date; dueAt: Date },
) =>
  db
    .insertInto('moderationCase')
    .values({ ...of, kind: 'appeal', appealId: of.id })
    .execute()

export const findName = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .select(['firstName', 'lastName'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
