import { randomBytes } from 'node:crypto'
import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { hashToken } from '../accounts/refresh-tokens.rules.ts'
import * as queries from './reapplications.queries.ts'

type Deps = { clock: Clock; publicUrl: () => string }

const linkDays = 14

/** The link by which the owner of an address that was refused applies again: nobody else may touch the application. */
export function createReapplications({ clock, publicUrl }: Deps) {
  return {
    /** Replaces the account's link by a new one. */
    async newLink(tx: Tx, accountId: string): Promise<string> {
      const token = randomBytes(24).toString('base64url')
      const fresh = { tokenHash: hashToken(token), expiresAt: after(clock.now(), daysMs(linkDays)) }
      await queries.replaceReapplication(tx, accountId, fresh)
      return `${publicUrl()}/auth/mentor-register?again=${token}`
    },

    /** Of two uses at once one wins; a refusal later in the transaction gives it back. @throws AppError invalid_token, invalid_request */
    async spend(tx: Tx, token: string, accountId: string | undefined) {
      const spent = await queries.spendReapplication(tx, hashToken(token), clock.now())
      if (!spent) {
        throw new AppError('invalid_token', {
          message: 'This link has expired or was used already. Apply without it, and we email you a new one.',
        })
      }
      if (spent.accountId !== accountId)
        throw invalidField('email', 'Use the address to which we emailed this link.')
    },
  }
}
export type Reapplications = ReturnType<typeof createReapplications>
