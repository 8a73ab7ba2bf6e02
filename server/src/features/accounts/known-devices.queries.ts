import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** @returns whether the device is new to the account, and whether the account has others */
export async function upsertKnownDevice(db: Db, accountId: string, device: string, now: Date) {
  const { rows } = await sql<{ isNew: boolean; hasOthers: boolean }>`
    insert into known_device (account_id, device, last_seen_at) values (${accountId}, ${device}, ${now})
    on conflict (account_id, device) do update set last_seen_at = excluded.last_seen_at
    returning xmax = 0 as is_new,
      exists (select from known_device as other where other.account_id = ${accountId}) as has_others`.execute(
    db,
  )
  return rows[0]
}
