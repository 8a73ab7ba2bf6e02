import type { Clock } from '../../platform/clock.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import * as queries from './accounts.queries.ts'

const ownTables = [
  'preference',
  'oneTimeCode',
  'emailVerification',
  'identity',
  'knownDevice',
  'totp',
  'backupCode',
  'blockedPerson',
  'idempotencyKey',
] as const

/** What others need (their messages, their bookings) stays under "Deleted user". Call it after the other features. */
export const accountPersonalData = (clock: Clock): PersonalData => ({
  async erase(tx, { id }) {
    for (const table of ownTables) await tx.deleteFrom(table).where('accountId', '=', id).execute()
    await tx.deleteFrom('blockedPerson').where('personId', '=', id).execute()
    const account = await queries.findById(tx, id)
    if (account) await tx.deleteFrom('mail').where('recipient', '=', account.email).execute()
    await queries.anonymise(tx, id, clock.now())
  },
})
