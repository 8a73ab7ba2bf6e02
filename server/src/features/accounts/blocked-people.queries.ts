import type { Db } from '../../platform/db/database.ts'

export const findBlockedBy = (db: Db, accountId: string) =>
  db
    .selectFrom('blockedPerson')
    .innerJoin('account', 'account.id', 'blockedPerson.personId')
    .select(['account.id', 'account.firstName', 'account.lastName', 'account.profileImageUrl'])
    .where('blockedPerson.accountId', '=', accountId)
    .orderBy('blockedPerson.createdAt', 'desc')
    .limit(500)
    .execute()

export const insertBlock = (db: Db, block: { accountId: string; personId: string; createdAt: Date }) =>
  db
    .insertInto('blockedPerson')
    .values(block)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** @returns undefined when there was none */
export const deleteBlock = (db: Db, accountId: string, personId: string) =>
  db
    .deleteFrom('blockedPerson')
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .returning('personId')
    .executeTakeFirst()

/** The blocks that others have put on somebody. */
export const deleteBlocksOf = (db: Db, personId: string) =>
  db.deleteFrom('blockedPerson').where('personId', '=', personId).execute()

/** Any one block between the two. */
export const findBlockBetween = (db: Db, { menteeId, mentorId }: { menteeId: string; mentorId: string }) =>
  db
    .selectFrom('blockedPerson')
    .select('accountId')
    .where(({ or, and, eb }) =>
      or([
        and([eb('accountId', '=', menteeId), eb('personId', '=', mentorId)]),
        and([eb('accountId', '=', mentorId), eb('personId', '=', menteeId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
