import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OptionalMail } from './unsubscribe-keys.rules.ts'

const columnOf = {
  messages: 'emailMessages',
  bookings: 'emailBookings',
  reminders: 'emailReminders',
  payments: 'emailPayments',
  cases: 'emailCases',
  reviews: 'emailReviews',
} as const satisfies Record<OptionalMail, string>

export const findRecipients = (db: Db, accountIds: readonly string[], kind: OptionalMail) =>
  db
    .selectFrom('account')
    .leftJoin('preference', 'preference.accountId', 'account.id')
    .select([
      'account.id',
      'role',
      'email',
      'isEmailVerified',
      'firstName',
      'lastName',
      'timeZone',
      'isBlocked',
      'deletedAt',
    ])
    .select(`preference.${columnOf[kind]} as preferred`)
    .where('account.id', '=', anyOf(accountIds))
    .execute()

export const findUndeleted = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

export function switchMailOff(db: Db, accountId: string, kind: OptionalMail) {
  const off = { [columnOf[kind]]: false }
  return db
    .insertInto('preference')
    .values({ accountId, ...off })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(off))
    .execute()
}
