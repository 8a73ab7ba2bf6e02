import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { deleteOwnRows } from '../../platform/personal-data.ts'
import * as queries from './accounts.queries.ts'
import { deleteBlocksOf } from './blocked-people.queries.ts'

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
export const accountPersonalData = (clock: Clock) => ({
  async erase(tx: Tx, { id }: { id: string }) {
    await deleteOwnRows(tx, id, ownTables)
    await deleteBlocksOf(tx, id)
    const account = await queries.findById(tx, id)
    if (account) await queries.deleteMailsTo(tx, account)
    await queries.anonymise(tx, id, clock.now())
  },
})
