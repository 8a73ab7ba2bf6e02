import { randomBytes } from 'node:crypto'
import type { Actor } from '../../platform/actor.ts'
import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { verificationMail } from './accounts.mails.ts'
import * as queries from './accounts.queries.ts'
import type { OwnPassword } from './own-password.service.ts'
import { hashToken } from './refresh-tokens.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  mails: MailQueue
  ownPassword: OwnPassword
  publicUrl: () => string
}
type Unverified = { id: string; role: 'mentee' | 'mentor'; email: string; firstName: string }
/** Whose session it is that asks, or the password of the account. */
type Proof = { actor: Actor | undefined; password: string | undefined }

const verificationDays = 7

/** Whether an address is the person's own: by a link that only its mailbox receives, together with the account. */
export function createEmailVerifications({ db, clock, mails, ownPassword, publicUrl }: Deps) {
  /** Replaces the account's link by a new one. */
  async function newLink(tx: Tx, { id, role, email }: Omit<Unverified, 'firstName'>): Promise<string> {
    const token = randomBytes(24).toString('base64url')
    await tx.deleteFrom('emailVerification').where('accountId', '=', id).execute()
    await tx
      .insertInto('emailVerification')
      .values({
        tokenHash: hashToken(token),
        accountId: id,
        email,
        expiresAt: after(clock.now(), daysMs(verificationDays)),
      })
      .execute()
    return `${publicUrl()}/auth/verify-email?role=${role}&token=${token}`
  }

  async function start(tx: Tx, account: Unverified) {
    await mails.add(tx, {
      to: { email: account.email, isEmailVerified: false },
      kind: 'verification',
      content: verificationMail(account.firstName, await newLink(tx, account)),
    })
  }

  /** Whoever opens a link in a mailbox need not be the one who made the account. */
  async function proveAccount(accountId: string, { actor, password }: Proof) {
    if (actor?.id === accountId) return
    if (password === undefined) {
      const message = 'Enter the password of the account to confirm its address.'
      throw new AppError('unauthenticated', { message, fields: { password: message } })
    }
    await ownPassword.proveOwnPassword(accountId, { password }).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'wrong_password') throw error
      throw new AppError('invalid_credentials', { message: error.message, fields: error.fields ?? {} })
    })
  }

  return {
    newLink,
    start,

    /** Mails a new link to whoever has not proven the address yet. */
    async sendAgain({ id, role }: { id: string; role: 'mentee' | 'mentor' }) {
      await db.transact(async (tx) => {
        const account = await queries.findById(tx, id)
        if (account && !account.isEmailVerified) await start(tx, { ...account, role })
      })
    },

    /**
     * The link is spent only once both are proven, so that a wrong password loses nothing.
     * @throws AppError invalid_token, unauthenticated, invalid_credentials, rate_limited
     */
    async verify(token: string, proof: Proof) {
      const ofLink = { tokenHash: hashToken(token), now: clock.now() }
      const found = await db.query
        .selectFrom('emailVerification')
        .select('accountId')
        .where('tokenHash', '=', ofLink.tokenHash)
        .where('expiresAt', '>', ofLink.now)
        .executeTakeFirst()
      if (!found) throw new AppError('invalid_token')
      await proveAccount(found.accountId, proof)
      await db.transact(async (tx) => {
        const spent = await tx
          .deleteFrom('emailVerification')
          .where('tokenHash', '=', ofLink.tokenHash)
          .returning(['accountId', 'email'])
          .executeTakeFirst()
        if (!spent) throw new AppError('invalid_token')
        await tx
          .updateTable('account')
          .set({ isEmailVerified: true })
          .where('id', '=', spent.accountId)
          .where('email', '=', spent.email)
          .execute()
      })
    },
  }
}
export type EmailVerifications = ReturnType<typeof createEmailVerifications>
