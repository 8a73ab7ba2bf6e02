import { reapplicationDays } from '@marga/contract/application-status'
import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { hashToken } from '../accounts/refresh-tokens.rules.ts'
import { readReapplicationToken, writeReapplicationToken } from './application-links.rules.ts'
import { lastApplication } from './mentors.queries.ts'
import { spendReapplication } from './reapplications.queries.ts'

type Deps = { clock: Clock; secret: Uint8Array; publicUrl: () => string }

/** The link by which the owner of an address that was refused applies again: nobody else may touch the application. */
export function createReapplications(deps: Deps) {
  const { clock, secret, publicUrl } = deps
  return {
    /**
     * For the page of an application. It counts from the refusal that is in force, whenever the page is opened: the link
     * to the page lies about in a mailbox, and what it gives sets a password.
     * @returns null once that time is over: then the form without it has a link mailed
     */
    async tokenOfRefusal(db: Db, accountId: string): Promise<string | null> {
      const last = await lastApplication(db, accountId)
      if (!last?.decidedAt) return null
      const expiresAt = after(last.decidedAt, daysMs(reapplicationDays))
      if (expiresAt <= clock.now()) return null
      return writeReapplicationToken(secret, { accountId, attempt: last.attempt, expiresAt })
    },

    /** For a mail, which proves the mailbox anew. Those mailed before stay valid until they expire. */
    async newLink(tx: Tx, accountId: string): Promise<string> {
      const attempt = await lastAttempt(tx, accountId)
      const expiresAt = after(clock.now(), daysMs(reapplicationDays))
      const token = writeReapplicationToken(secret, { accountId, attempt, expiresAt })
      return `${publicUrl()}/auth/mentor-register?again=${token}`
    },

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
