import { deviceName } from '@marga/contract/device-names'
import { roleHome } from '@marga/contract/roles'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { newDeviceMail } from './accounts.mails.ts'
import { findById } from './accounts.queries.ts'
import { upsertKnownDevice } from './known-devices.queries.ts'

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
      const seen = await upsertKnownDevice(tx, accountId, device, now)
      if (!seen?.isNew || !seen.hasOthers) return
      const account = await findById(tx, accountId)
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
