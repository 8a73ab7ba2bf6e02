import { randomBytes } from 'node:crypto'
import type { Actor } from '../../platform/actor.ts'
import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { verificationMail } from './accounts.mails.ts'
import * as queries from './accounts.queries.ts'
import { hashToken } from './refresh-tokens.rules.ts'

type Deps = { db: Database; clock: Clock; mails: MailQueue; publicUrl: () => string }
type Unverified = { id: string; role: 'mentee' | 'mentor'; email: string; firstName: string }

const verificationDays = 7

/** Whether an address is the person's own: a link that only its mailbox receives. */
export function createEmailVerifications({ db, clock, mails, publicUrl }: Deps) {
  /** Replaces the account's link by a new one and mails it. */
  async function start(tx: Tx, account: Unverified) {
    const token = randomBytes(24).toString('base64url')
    await tx.deleteFrom('emailVerification').where('accountId', '=', account.id).execute()
    await tx
      .insertInto('emailVerification')
      .values({
        tokenHash: hashToken(token),
        accountId: account.id,
        email: account.email,
        expiresAt: after(clock.now(), daysMs(verificationDays)),
      })
      .execute()
    await mails.add(tx, {
      to: account.email,
      kind: 'verification',
      content: verificationMail(
        account.firstName,
        `${publicUrl()}/auth/verify-email?role=${account.role}&token=${token}`,
      ),
    })
  }

  return {
    start,

    async sendAgain(actor: Actor<'mentee' | 'mentor'>) {
      await db.transact(async (tx) => {
        const account = await queries.findById(tx, actor.id)
        if (account && !account.isEmailVerified) await start(tx, { ...account, role: actor.role })
      })
    },

    /** @throws AppError invalid_token */
    async verify(token: string) {
      await db.transact(async (tx) => {
        const found = await tx
          .deleteFrom('emailVerification')
          .where('tokenHash', '=', hashToken(token))
          .where('expiresAt', '>', clock.now())
          .returning(['accountId', 'email'])
          .executeTakeFirst()
        if (!found) throw new AppError('invalid_token')
        await tx
          .updateTable('account')
          .set({ isEmailVerified: true })
          .where('id', '=', found.accountId)
          .where('email', '=', found.email)
          .execute()
      })
    },
  }
}
export type EmailVerifications = ReturnType<typeof createEmailVerifications>
