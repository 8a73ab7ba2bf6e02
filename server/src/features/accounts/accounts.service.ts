import type { LoginForm, MenteeRegistration } from '@marga/contract/accounts'
import type { Role } from '@marga/contract/roles'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import * as queries from './accounts.queries.ts'
import { emailTaken } from './accounts.rules.ts'
import type { EmailVerifications } from './email-verifications.service.ts'
import type { LoginSessions } from './login-sessions.service.ts'
import { hashPassword, isPasswordRight, refuseCommonPassword } from './passwords.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  loginSessions: LoginSessions
  emailVerifications: EmailVerifications
}

/** The wire answers a wrong password with 401 for mentees and 409 for the other two. */
const wrongCredentials = (role: Role) =>
  new AppError('invalid_credentials', role === 'mentee' ? {} : { status: 409 })

export function createAccounts({ db, clock, newId, loginSessions, emailVerifications }: Deps) {
  return {
    /** @throws AppError invalid_credentials, account_blocked, application_in_review, application_rejected */
    async login(role: Role, form: LoginForm, device: string) {
      const account = await queries.findByEmail(db.query, role, form.email)
      if (!(await isPasswordRight(account?.passwordHash, form.password)) || !account)
        throw wrongCredentials(role)
      if (account.isBlocked) throw new AppError('account_blocked')
      if (role === 'mentor' && account.mentorStatus === 'applied') throw new AppError('application_in_review')
      if (role === 'mentor' && account.mentorStatus === 'rejected') throw new AppError('application_rejected')
      return { account, tokens: await loginSessions.open(account, device) }
    },

    /** @throws AppError already_exists, account_blocked */
    async registerMentee(form: MenteeRegistration): Promise<{ id: string }> {
      refuseCommonPassword(form.password)
      const passwordHash = await hashPassword(form.password)
      return db.transact(async (tx) => {
        const earlier = await queries.findByEmail(tx, 'mentee', form.email)
        if (earlier?.isBlocked) throw new AppError('account_blocked')
        if (earlier) throw emailTaken()
        const id = newId()
        await queries.insertAccount(tx, {
          id,
          role: 'mentee',
          email: form.email,
          firstName: form.firstName,
          lastName: form.lastName,
          phone: form.phone,
          passwordHash,
          createdAt: clock.now(),
        })
        await emailVerifications.start(tx, {
          id,
          role: 'mentee',
          email: form.email,
          firstName: form.firstName,
        })
        return { id }
      })
    },

    /** @returns false when that moderator existed already: nothing is changed then */
    async createModerator(form: { email: string; password: string; firstName?: string; lastName?: string }) {
      if (await queries.findByEmail(db.query, 'moderator', form.email)) return false
      await queries.insertAccount(db.query, {
        id: newId(),
        role: 'moderator',
        email: form.email,
        firstName: form.firstName ?? 'Moderator',
        lastName: form.lastName ?? '',
        passwordHash: await hashPassword(form.password),
        createdAt: clock.now(),
      })
      return true
    },
  }
}
export type Accounts = ReturnType<typeof createAccounts>
