import type { Role } from '@marga/contract/roles'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { findByEmail } from './accounts.queries.ts'
import { createDeviceCookies } from './trusted-device.rules.ts'

type Deps = { db: Database; clock: Clock; secret: Uint8Array }

/**
 * Browsers whose tries are counted apart. A mark from before the account's password was set anew, or its address first
 * proven, counts for nothing, nor does one of an account that had the address before: whoever was thrown out then may
 * have collected marks, each with tries of its own.
 */
export function createTrustedDevices({ db, clock, secret }: Deps) {
  const deviceCookies = createDeviceCookies(secret)
  return {
    /** The account is looked up only for whoever brings a mark of it, and so has signed in there before. */
    async read(cookies: string | undefined, role: Role, email: string): Promise<string | undefined> {
      const mark = deviceCookies.read(cookies, role, email, clock.now())
      if (!mark) return undefined
      const account = await findByEmail(db.query, role, email)
      const isTrusted = account && mark.issuedAt >= (account.devicesTrustedSince ?? account.createdAt)
      return isTrusted ? mark.deviceId : undefined
    },

    /** The Set-Cookie that marks this browser for that account. */
    write: (role: Role, email: string, known?: string): string =>
      deviceCookies.write(role, email, clock.now(), known),
  }
}
export type TrustedDevices = ReturnType<typeof createTrustedDevices>
