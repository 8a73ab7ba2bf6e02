import type { Db } from '../../platform/db/database.ts'

const names = ['account.id', 'account.firstName', 'account.lastName', 'account.email'] as const

/** Who raised what was decided, and what was closed with it; the two of a dispute know of each other. */
const raisers = (db: Db) =>
  db
    .selectFrom('moderationCase as decided')
    .innerJoin('moderationCase', (join) =>
      join
        .onRef('moderationCase.subjectId', '=', 'decided.subjectId')
        // Tickets about the same person that are closed together are decided at the same moment.
        .on(({ eb, or, ref }) =>
          or([
            eb('moderationCase.id', '=', ref('decided.id')),
            eb('moderationCase.decidedAt', '=', ref('decided.decidedAt')),
          ]),
        ),
    )
    .innerJoin('account', 'account.id', 'moderationCase.raiserId')
    .select(names)
    .distinct()
    .where('moderationCase.kind', 'not in', ['contest', 'refund'])
    // Who has left has no name any more, only the words that stand in its place.
    .where('account.deletedAt', 'is', null)

export const findRaisers = (db: Db, caseId: string) => raisers(db).where('decided.id', '=', caseId).execute()

export const findRaisersOfAppeal = (db: Db, appealId: string) =>
  raisers(db)
    .where('decided.id', 'in', (select) =>
      select.selectFrom('sanction').select('sanction.caseId').where('sanction.appealId', '=', appealId),
    )
    .execute()

export const findName = (db: Db, id: string) =>
  db.selectFrom('account').select(names).where('account.id', '=', id).executeTakeFirstOrThrow()
