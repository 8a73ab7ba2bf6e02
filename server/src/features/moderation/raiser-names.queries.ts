import type { Db } from '../../platform/db/database.ts'

const names = ['account.id', 'account.firstName', 'account.lastName', 'account.email'] as const

/** Who raised it; the two of a dispute know of each other. */
const raisers = (db: Db) =>
  db
    .selectFrom('moderationCase')
    .innerJoin('account', 'account.id', 'moderationCase.raiserId')
    .select(names)
    .where('moderationCase.kind', 'not in', ['contest', 'refund'])
    // Who has left has no name any more, only the words that stand in its place.
    .where('account.deletedAt', 'is', null)

export const findRaisers = (db: Db, caseId: string) =>
  raisers(db).where('moderationCase.id', '=', caseId).execute()

export const findRaisersOfAppeal = (db: Db, appealId: string) =>
  raisers(db)
    .where('moderationCase.id', 'in', (select) =>
      select.selectFrom('sanction').select('sanction.caseId').where('sanction.appealId', '=', appealId),
    )
    .execute()

export const findName = (db: Db, id: string) =>
  db.selectFrom('account').select(names).where('account.id', '=', id).executeTakeFirstOrThrow()
