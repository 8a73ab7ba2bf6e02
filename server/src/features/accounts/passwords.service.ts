import type { Role } from '@marga/contract/roles'
import type { Actor } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { passwordChangedMail, resetCodeMail } from './accounts.mails.ts'
import * as queries from './accounts.queries.ts'
import type { LoginSessions } from './login-sessions.service.ts'
import type { OneTimeCodes } from './one-time-codes.service.ts'
import { hashPassword, isPasswordRight, refuseCommonPassword } from './passwords.rules.ts'

type Deps = { db: Database; jobs: Jobs; mails: MailQueue; codes: OneTimeCodes; loginSessions: LoginSessions }
type Reset = { email: string; otp: string; password: string }

export function createPasswords({ db, jobs, mails, codes, loginSessions }: Deps) {
  return {
    /** Only enqueues, whether there is such an account or not: neither bytes nor time tell. */
    requestReset: (role: Role, email: string) =>
      jobs.add(db.query, 'accounts:send-reset-code', { role, email }),

    /** Mails the code, if there is an account. A second run mails a second code: harmless, the newest counts. */
    async sendResetCode({ role, email }: { role: Role; email: string }) {
      await db.transact(async (tx) => {
        const account = await queries.findByEmail(tx, role, email)
        if (!account) return
        const code = await codes.make(tx, account.id, 'reset')
        if (!code) return
        await mails.add(tx, {
          to: account.email,
          kind: 'reset-code',
          content: resetCodeMail(account.firstName, code),
        })
      })
    },

    /** Sets a new password by the mailed code and ends every session. @throws AppError invalid_otp */
    async reset(role: Role, form: Reset) {
      refuseCommonPassword(form.password)
      const account = await queries.findByEmail(db.query, role, form.email)
      // The hash is made either way: a wrong code must not be told by its time.
      const passwordHash = await hashPassword(form.password)
      if (!account || !(await codes.spend(account.id, 'reset', form.otp))) throw new AppError('invalid_otp')
      await db.transact(async (tx) => {
        await tx
          .updateTable('account')
          .set({ passwordHash, isEmailVerified: true })
          .where('id', '=', account.id)
          .execute()
        await loginSessions.endAll(tx, account.id)
        await mails.add(tx, {
          to: account.email,
          kind: 'password-changed',
          content: passwordChangedMail(account.firstName),
        })
      })
    },

    /** Ends all sessions but the caller's. @throws AppError wrong_password */
    async change(actor: Actor, form: { password: string; newPassword: string }) {
      const account = await queries.findById(db.query, actor.id)
      if (!(await isPasswordRight(account?.passwordHash, form.password)) || !account) {
        throw new AppError('wrong_password', { fields: { password: 'The password is wrong.' } })
      }
      refuseCommonPassword(form.newPassword)
      const passwordHash = await hashPassword(form.newPassword)
      await db.transact(async (tx) => {
        await tx.updateTable('account').set({ passwordHash }).where('id', '=', actor.id).execute()
        await loginSessions.endOthers(tx, actor)
        await mails.add(tx, {
          to: account.email,
          kind: 'password-changed',
          content: passwordChangedMail(account.firstName),
        })
      })
    },
  }
}
export type Passwords = ReturnType<typeof createPasswords>
