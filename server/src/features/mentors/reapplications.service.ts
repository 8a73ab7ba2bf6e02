import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { hashToken } from '../accounts/refresh-tokens.rules.ts'
import { readReapplicationToken, writeReapplicationToken } from './application-links.rules.ts'
import { lastApplication } from './mentors.queries.ts'
import { spendReapplication } from './reapplications.queries.ts'

type Deps = { clock: Clock; secret: Uint8Array; publicUrl: () => string }

const linkDays = 14

/** The link by which the owner of an address that was refused applies again: nobody else may touch the application. */
export function createReapplications(deps: Deps) {
  const { clock, secret, publicUrl } = deps
  async function newToken(db: Db, accountId: string): Promise<string> {
    const attempt = await lastAttempt(db, accountId)
    const expiresAt = after(clock.now(), daysMs(linkDays))
    return writeReapplicationToken(secret, { accountId, attempt, expiresAt })
  }
  return {
    newToken,

    /** Another one; those mailed before stay valid until they expire. */
    newLink: async (tx: Tx, accountId: string) =>
      `${publicUrl()}/auth/mentor-register?again=${await newToken(tx, accountId)}`,

    /**
     * Under a lock of the account: of two uses at once one wins. A refusal later in the transaction gives it back.
     * @throws AppError invalid_token, invalid_request
     */
    async spend(tx: Tx, token: string, accountId: string | undefined) {
      const of = await read(deps, tx, token)
      if (!of) throw invalidLink()
      if (of.accountId !== accountId)
        throw invalidField('email', 'Use the address to which we emailed this link.')
      if (of.attempt !== undefined && of.attempt !== (await lastAttempt(tx, accountId))) throw invalidLink()
    },
  }
}
export type Reapplications = ReturnType<typeof createReapplications>

const lastAttempt = async (db: Db, accountId: string) => (await lastApplication(db, accountId))?.attempt ?? 0

type Found = { accountId: string; attempt?: number }

/** @returns undefined for what is not ours, or has expired */
async function read({ clock, secret }: Deps, tx: Tx, token: string): Promise<Found | undefined> {
  const now = clock.now()
  const of = readReapplicationToken(secret, token)
  if (!of) return spendReapplication(tx, hashToken(token), now)
  return of.expiresAt > now ? of : undefined
}

const invalidLink = () =>
  new AppError('invalid_token', {
    message: 'This link has expired or was used already. Apply without it, and we email you a new one.',
  })
