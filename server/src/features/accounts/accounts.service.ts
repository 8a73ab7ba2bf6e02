import type { LoginForm, MenteeRegistration } from '@marga/contract/accounts'
import type { Role } from '@marga/contract/roles'
import type { Clock, NewId } from '../../platform/clock.ts'
import { formatPlainDate } from '../../platform/date-format.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { hashPassword, isPasswordRight } from '../../platform/password-hashes.ts'
import type { Consent } from '../site-pages/site-pages.service.ts'
import * as queries from './accounts.queries.ts'
import { emailTaken, shutOutAtSignUp } from './accounts.rules.ts'
import type { EmailVerifications } from './email-verifications.service.ts'
import type { LoginRateLimiter } from './login-rate-limiter.service.ts'
import type { LoginSessions } from './login-sessions.service.ts'
import { refuseCommonPassword } from './passwords.rules.ts'
import type { TrustedDevices } from './trusted-devices.service.ts'
import type { TwoFactor } from './two-factor.service.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  log: Log
  loginSessions: LoginSessions
  emailVerifications: EmailVerifications
  loginRateLimiter: LoginRateLimiter
  trustedDevices: TrustedDevices
  twoFactor: TwoFactor
  consent: Consent
}

/** What a sign-in comes from. */
type From = { address: string; device: string; cookies: string | undefined }

type NewModerator = { id?: string; email: string; password: string; firstName?: string; lastName?: string }

/** The wire answers a wrong password with 401 for mentees and 409 for the other two. */
const wrongCredentials = (role: Role) =>
  new AppError('invalid_credentials', role === 'mentee' ? {} : { status: 409 })

export function createAccounts(deps: Deps) {
  return {
    login: (role: Role, form: LoginForm, from: From) => login(deps, role, form, from),
    registerMentee: (form: MenteeRegistration, from: Pick<From, 'address'>) =>
      registerMentee(deps, form, from),
    createModerator: (form: NewModerator) => createModerator(deps, form),
  }
}
export type Accounts = ReturnType<typeof createAccounts>

/**
 * The try is spent before anything is looked up, whether there is such an account or not.
 * @throws AppError invalid_credentials, account_blocked, application_in_review, application_rejected,
 * totp_required, totp_invalid, totp_unreadable, rate_limited
 */
async function login(deps: Deps, role: Role, form: LoginForm, from: From) {
  const { log } = deps
  try {
    const signedIn = await signIn(deps, role, form, from)
    log.info({ event: 'sign-in', role, outcome: 'in', accountId: signedIn.account.id }, 'sign-in')
    return signedIn
  } catch (error) {
    if (error instanceof AppError) log.info({ event: 'sign-in', role, outcome: error.code }, 'sign-in')
    throw error
  }
}

/** Of somebody who knows the password: says until when, where that has an end. */
async function shutOut({ db }: Deps, accountId: string) {
  const suspended = await queries.findSuspension(db.query, accountId)
  if (!suspended) return new AppError('account_blocked')
  const until = formatPlainDate(suspended.endsAt, suspended.timeZone)
  // Nothing is mailed to an address that nobody has shown to be theirs.
  const more = suspended.isEmailVerified
    ? 'The email about it says why, and how to appeal.'
    : 'Please contact support to hear why, and to appeal.'
  return new AppError('account_blocked', {
    message: `This account is suspended until ${until}. ${more}`,
  })
}

async function signIn(deps: Deps, role: Role, form: LoginForm, from: From) {
  const { db, loginSessions, loginRateLimiter, trustedDevices, twoFactor } = deps
  const deviceId = await trustedDevices.read(from.cookies, role, form.email)
  const by = { address: from.address, deviceId }
  const spent = await loginRateLimiter.spendLogin(role, form.email, by)
  const account = await queries.findByEmail(db.query, role, form.email)
  if (!(await isPasswordRight(account?.passwordHash, form.password)) || !account) throw wrongCredentials(role)
  if (account.isBlocked) throw await shutOut(deps, account.id)
  if (role === 'mentor' && account.mentorStatus === 'applied') throw new AppError('application_in_review')
  if (role === 'mentor' && account.mentorStatus === 'rejected') throw new AppError('application_rejected')
  if (account.twoStepSince) await twoFactor.check(account.id, form.totp, deviceId ?? 'elsewhere')
  const tokens = await loginSessions.open(account, from.device, spent)
  // The password was another one by the time it was found right, or its owner was shut out.
  if (!tokens) throw wrongCredentials(role)
  return {
    account,
    tokens,
    trustedDevice: trustedDevices.write(role, form.email, deviceId),
    needsTwoStep: await twoFactor.isSetupDue(account),
  }
}

/** @throws AppError already_exists, account_blocked, rate_limited */
async function registerMentee(
  { db, clock, newId, emailVerifications, consent, loginRateLimiter }: Deps,
  form: MenteeRegistration,
  { address }: Pick<From, 'address'>,
): Promise<{ id: string }> {
  refuseCommonPassword(form.password)
  await loginRateLimiter.spendRegistration(address)
  await loginRateLimiter.spendRegistrationOf('mentee', form.email)
  const passwordHash = await hashPassword(form.password)
  const agreed = await consent.given(clock.now())
  return db.transact(async (tx) => {
    const earlier = await queries.findByEmail(tx, 'mentee', form.email)
    if (earlier?.isBlocked)
      throw shutOutAtSignUp((await queries.findSuspension(tx, earlier.id)) !== undefined)
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
      ...agreed,
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
}

/**
 * The operator vouches for the address.
 * @returns false when that moderator existed already: nothing is changed then
 * @throws AppError naming `password` when it is one that everybody tries first
 */
async function createModerator({ db, clock, newId }: Deps, form: NewModerator) {
  if (await queries.findByEmail(db.query, 'moderator', form.email)) return false
  refuseCommonPassword(form.password)
  await queries.insertAccount(db.query, {
    id: form.id ?? newId(),
    role: 'moderator',
    email: form.email,
    firstName: form.firstName ?? 'Moderator',
    lastName: form.lastName ?? '',
    isEmailVerified: true,
    passwordHash: await hashPassword(form.password),
    createdAt: clock.now(),
  })
  return true
}
