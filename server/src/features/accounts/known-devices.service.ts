import { deviceName } from '@marga/contract/device-names'
import { roleHome } from '@marga/contract/roles'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { newDeviceMail } from './accounts.mails.ts'
import * as queries from './accounts.queries.ts'

type Deps = { clock: Clock; mails: MailQueue; publicUrl: () => string }

/** The devices from which somebody has signed in, by browser and system: a newer version is no other device. */
export function createKnownDevices({ clock, mails, publicUrl }: Deps) {
  return {
    /**
     * Notes the device of a sign-in, and mails its owner when it is not the first and was not seen
     * before. This mail cannot be switched off. Of two sign-ins at once one inserts, and mails.
     */
    async note(tx: Tx, accountId: string, userAgent: string) {
      const device = deviceName(userAgent)
      const now = clock.now()
      const { rows } = await sql<{ isNew: boolean; hasOthers: boolean }>`
        insert into known_device (account_id, device, last_seen_at) values (${accountId}, ${device}, ${now})
        on conflict (account_id, device) do update set last_seen_at = excluded.last_seen_at
        returning xmax = 0 as is_new,
          exists (select from known_device as other where other.account_id = ${accountId}) as has_others`.execute(
        tx,
      )
      if (!rows[0]?.isNew || !rows[0].hasOthers) return
      const account = await queries.findById(tx, accountId)
      if (!account) return
      await mails.add(tx, {
        to: account,
        kind: 'new-device',
        content: newDeviceMail(account.firstName, {
          device,
          at: now,
          timeZone: account.timeZone,
          settingsUrl: `${publicUrl()}${roleHome[account.role]}/settings`,
        }),
      })
    },
  }
}
export type KnownDevices = ReturnType<typeof createKnownDevices>
