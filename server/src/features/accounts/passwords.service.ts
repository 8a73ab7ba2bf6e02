import type { Role } from '@marga/contract/roles'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { hashPassword } from '../../platform/password-hashes.ts'
import { moderatorPasswordChangedMail, passwordChangedMail, resetCodeMail } from './accounts.mails.ts'
import * as queries from './accounts.queries.ts'
import type { LoginRateLimiter } from './login-rate-limiter.service.ts'
import type { LoginSessions } from './login-sessions.service.ts'
import type { MailboxProofs } from './mailbox-proofs.service.ts'
import type { OneTimeCodes } from './one-time-codes.service.ts'
import type { OwnPassword } from './own-password.service.ts'
import { refuseCommonPassword } from './passwords.rules.ts'
import type { TrustedDevices } from './trusted-devices.service.ts'

type Deps = {
  db: Database
  clock: Clock
  jobs: Jobs
  mails: MailQueue
  codes: OneTimeCodes
  ownPassword: OwnPassword
  loginSessions: LoginSessions
  mailboxProofs: MailboxProofs
  loginRateLimiter: LoginRateLimiter
  trustedDevices: TrustedDevices
}
type From = { address: string; cookies: string | undefined }
/** No account has it. */
const noAccount = '00000000-0000-0000-0000-000000000000'
type Reset = { email: string; otp: string; password: string }

export function createPasswords(deps: Deps) {
  return {
    requestReset: (role: Role, email: string, from: From) => requestReset(deps, role, email, from),
    sendResetCode: (to: { role: Role; email: string }) => sendResetCode(deps, to),
    reset: (role: Role, form: Reset, from: From) => reset(deps, role, form, from),
    change: (actor: Actor, form: { password: string; newPassword: string }) => change(deps, actor, form),
    setForModerator: (form: { email: string; password: string }) => setForModerator(deps, form),
  }
}
export type Passwords = ReturnType<typeof createPasswords>

const guesser = async ({ trustedDevices }: Deps, role: Role, email: string, from: From) => ({
  address: from.address,
  deviceId: await trustedDevices.read(from.cookies, role, email),
})

/** Only enqueues, whether there is such an account or not: neither bytes nor time tell. */
async function requestReset(deps: Deps, role: Role, email: string, from: From) {
  const { db, jobs, loginRateLimiter } = deps
  await loginRateLimiter.spendCodeRequest(role, email, await guesser(deps, role, email, from))
  await jobs.add(db.query, 'accounts:send-reset-code', { role, email })
}

/** Mails the code, if there is an account. A second run mails a second code: harmless, the newest counts. */
async function sendResetCode({ db, codes, mails }: Deps, { role, email }: { role: Role; email: string }) {
  await db.transact(async (tx) => {
    const account = await queries.findByEmail(tx, role, email)
    if (!account) return
    const code = await codes.make(tx, account.id, 'reset')
    if (!code) return
    await mails.add(tx, {
      to: account,
      kind: 'reset-code',
      content: resetCodeMail(account.firstName, code),
    })
  })
}

/**
 * Sets a new password by the mailed code, which proves the address, and ends every session.
 * @returns the mark of the device, whose owner has proven the address; not a new one to an account with two-step sign-in
 * @throws AppError invalid_otp, rate_limited
 */
async function reset(deps: Deps, role: Role, form: Reset, from: From) {
  const { db, mails, mailboxProofs, loginRateLimiter, trustedDevices } = deps
  const by = await guesser(deps, role, form.email, from)
  refuseCommonPassword(form.password)
  // Before the hash, which costs more than all the rest.
  await loginRateLimiter.spendCode(role, form.email, by)
  // The hash is made whether the code is right or not, and takes longer than all that is asked meanwhile:
  // what is found out about the address is not told by its time.
  const [passwordHash, account] = await Promise.all([
    hashPassword(form.password),
    accountByCode(deps, role, form),
  ])
  if (!account) throw new AppError('invalid_otp')
  await db.transact(async (tx) => {
    const set = await mailboxProofs.setPasswordByMail(tx, account.id, passwordHash)
    if (!set) throw new AppError('invalid_otp')
    await mails.add(tx, {
      to: account,
      kind: 'password-changed',
      content: passwordChangedMail(account.firstName, set),
    })
  })
  // Whoever reads the mailbox could make marks at will, each with tries of its own at the second step.
  if (account.twoStepSince && !by.deviceId) return undefined
  return trustedDevices.write(role, form.email, by.deviceId)
}

async function accountByCode({ db, codes }: Deps, role: Role, { email, otp }: Reset) {
  const account = await queries.findByEmail(db.query, role, email)
  return (await codes.spend(account?.id ?? noAccount, 'reset', otp)) ? account : undefined
}

/**
 * Ends all sessions but the caller's.
 * @returns the mark of the caller's device, since those from before count for nothing now
 * @throws AppError wrong_password, rate_limited
 */
async function change(deps: Deps, actor: Actor, form: { password: string; newPassword: string }) {
  const { db, clock, mails, ownPassword, loginSessions, trustedDevices } = deps
  const account = await ownPassword.proveOwnPassword(actor.id, form)
  refuseCommonPassword(form.newPassword, 'newPassword')
  const passwordHash = await hashPassword(form.newPassword)
  await db.transact(async (tx) => {
    await queries.setPassword(tx, actor.id, passwordHash, clock.now())
    await loginSessions.endOthers(tx, actor)
    await mails.add(tx, {
      to: account,
      kind: 'password-changed',
      content: (actor.role === 'moderator' ? moderatorPasswordChangedMail : passwordChangedMail)(
        account.firstName,
      ),
    })
  })
  return trustedDevices.write(actor.role, account.email)
}

/**
 * For whoever runs the installation: moderators are mailed no code, since what they may do is worth more than their
 * mailbox. Ends every session; two-step sign-in stays.
 * @returns false where there is no such moderator
 * @throws AppError naming `password` when it is one that everybody tries first
 */
async function setForModerator(
  { db, clock, mails, loginSessions }: Deps,
  form: { email: string; password: string },
) {
  const account = await queries.findByEmail(db.query, 'moderator', form.email)
  if (!account) return false
  refuseCommonPassword(form.password)
  const passwordHash = await hashPassword(form.password)
  await db.transact(async (tx) => {
    await queries.setPassword(tx, account.id, passwordHash, clock.now())
    await loginSessions.endAll(tx, account.id)
    await mails.add(tx, {
      to: account,
      kind: 'password-changed',
      content: moderatorPasswordChangedMail(account.firstName),
    })
  })
  return true
}
