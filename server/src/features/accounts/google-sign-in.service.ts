import { randomBytes } from 'node:crypto'
import type { TokenPair } from '@marga/contract/accounts'
import type { GoogleRefusal } from '@marga/contract/google-refusals'
import { limits } from '@marga/contract/limits'
import { plainName } from '@marga/contract/person-names'
import { after, type Clock, minutesMs, type NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type Identity,
  IdentityError,
  type IdentityProvider,
  type SignInAttempt,
} from '../../platform/identity/identity.ts'
import type { Log } from '../../platform/log.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { Consent } from '../site-pages/site-pages.service.ts'
import { googleJoinedMail, passwordRemovedMail } from './accounts.mails.ts'
import { fullName } from './accounts.presenter.ts'
import * as queries from './accounts.queries.ts'
import { SignInRefused } from './google-sign-in.rules.ts'
import { lockLetIn } from './login-sessions.queries.ts'
import type { LoginSessions } from './login-sessions.service.ts'
import type { MailboxProofs } from './mailbox-proofs.service.ts'
import { signAttempt, verifyAttempt } from './sign-in-attempts.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  log: Log
  secret: Uint8Array
  provider: IdentityProvider | undefined
  loginSessions: LoginSessions
  mailboxProofs: MailboxProofs
  mails: MailQueue
  publicUrl: () => string
  consent: Consent
}
type Account = { id: string; firstName: string; lastName: string }

export type GoogleLogin = TokenPair & { menteeName: string; menteeId: string }
type Answered = { login: GoogleLogin } | { refusal: GoogleRefusal }

export const callbackPath = '/api/mentees/google_auth_mentee/callback'
export const attemptMinutes = 10
const random = () => randomBytes(32).toString('base64url')

/** Sign-in of mentees through the identity provider. */
export function createGoogleSignIn(deps: Deps) {
  return {
    isOffered: deps.provider !== undefined,
    begin: () => begin(deps),
    complete: (query: URLSearchParams, signedAttempt: string | undefined, device: string) =>
      complete(deps, query, signedAttempt, device),
  }
}
export type GoogleSignIn = ReturnType<typeof createGoogleSignIn>

const redirectUri = ({ publicUrl }: Deps) => `${publicUrl()}${callbackPath}`

/** Where the browser goes, and what it keeps meanwhile. @throws AppError not_configured */
async function begin(
  deps: Deps,
): Promise<{ location: string; signedAttempt: string } | { refusal: GoogleRefusal }> {
  const { clock, secret, provider } = deps
  if (!provider) throw new AppError('not_configured')
  const attempt = { state: random(), nonce: random(), codeVerifier: random() }
  try {
    const location = await provider.authorizationUrl(attempt, redirectUri(deps))
    const expiresAt = after(clock.now(), minutesMs(attemptMinutes))
    return { location, signedAttempt: signAttempt(secret, attempt, expiresAt) }
  } catch (error) {
    return { refusal: rejectionReason(deps, error) }
  }
}

/** The provider's answer, with what the browser kept. @throws AppError not_configured */
async function complete(
  deps: Deps,
  query: URLSearchParams,
  signedAttempt: string | undefined,
  device: string,
): Promise<Answered> {
  const { provider, secret, clock } = deps
  if (!provider) throw new AppError('not_configured')
  const attempt = verifyAttempt(secret, signedAttempt, clock.now())
  const answered = await answerTo(deps, provider, query, attempt, device)
  if ('login' in answered) note(deps, 'in', answered.login.menteeId)
  else note(deps, answered.refusal)
  return answered
}

/** As sign-ins by password are noted, `by` apart. */
const note = ({ log }: Deps, outcome: 'in' | GoogleRefusal, accountId?: string) =>
  log.info({ event: 'sign-in', role: 'mentee', by: 'identity provider', outcome, accountId }, 'sign-in')

async function answerTo(
  deps: Deps,
  from: IdentityProvider,
  query: URLSearchParams,
  attempt: SignInAttempt | undefined,
  device: string,
): Promise<Answered> {
  if (!attempt) return { refusal: 'expired' }
  const answer = new URL(redirectUri(deps))
  answer.search = query.toString()
  try {
    return { login: await signIn(deps, await from.exchange(answer, attempt), device) }
  } catch (error) {
    return { refusal: rejectionReason(deps, error) }
  }
}

function rejectionReason({ log }: Deps, error: unknown): GoogleRefusal {
  if (error instanceof IdentityError) {
    if (error.failure !== 'cancelled') log.warn({ err: error.cause ?? error }, 'sign-in was not completed')
    return error.failure
  }
  if (error instanceof SignInRefused) return error.refusal
  throw error
}

async function signIn(deps: Deps, identity: Identity, device: string): Promise<GoogleLogin> {
  const settle = () => deps.db.transact((tx) => accountOf(deps, tx, identity))
  // Of two first sign-ins at once, the second finds what the first has made.
  const account = await settle().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'already_exists') return settle()
    throw error
  })
  const tokens = await deps.loginSessions.open({ id: account.id, role: 'mentee' }, device)
  if (!tokens) throw new SignInRefused('account_blocked')
  return { menteeName: fullName(account), menteeId: account.id, ...tokens }
}

/**
 * The account of the person: the one that signed in with this identity before, else the one with the
 * same address, if the provider vouches for that: else any issuer's user could claim any address.
 */
async function accountOf(deps: Deps, tx: Tx, identity: Identity): Promise<Account> {
  const { clock, provider } = deps
  const { issuer } = provider!
  const before = await queries.findByIdentity(tx, issuer, identity.subject)
  if (before) {
    if (before.isBlocked) throw new SignInRefused('account_blocked')
    return before
  }
  if (!identity.isEmailVerified || identity.email.length > limits.emailMax) {
    throw new SignInRefused('unverified_email')
  }
  const earlier = await queries.findByEmail(tx, 'mentee', identity.email)
  if (earlier?.isBlocked) throw new SignInRefused('account_blocked')
  if (earlier) await join(deps, tx, earlier, identity)
  const account = earlier ?? (await create(deps, tx, identity))
  await queries.insertIdentity(tx, {
    issuer,
    subject: identity.subject,
    accountId: account.id,
    createdAt: clock.now(),
  })
  return account
}

type Earlier = Account & { email: string; twoStepSince: Date | null }

/**
 * Lets an identity in to the account with its address. Where nobody had proven that here yet, whoever registered it may
 * have been a stranger, and nothing of theirs stays. Where somebody had, the identity is one more way in, which a mailbox
 * alone must not open to an account with a second step or an identity already; and the owner is told.
 */
async function join(
  { mailboxProofs, mails, provider, publicUrl }: Deps,
  tx: Tx,
  earlier: Earlier,
  of: Identity,
) {
  if (!of.isEmailCurrent) throw new SignInRefused('password_needed')
  const isFirstProof = await mailboxProofs.firstProofOfMailbox(tx, earlier.id, { isPasswordNew: false })
  const { issuer } = provider!
  const isTaken = await queries.hasOtherIdentity(tx, earlier.id, { issuer, subject: of.subject })
  if (!isFirstProof && (earlier.twoStepSince || isTaken)) throw new SignInRefused('password_needed')
  // Erased or blocked meanwhile: whoever signs in begins anew.
  if (!(await lockLetIn(tx, { id: earlier.id }))) throw new AppError('already_exists')
  const kind = isFirstProof ? 'password-removed' : 'google-joined'
  const mail = isFirstProof ? passwordRemovedMail : googleJoinedMail
  await mails.add(tx, {
    to: { id: earlier.id, email: earlier.email, isEmailVerified: true },
    kind,
    content: mail(earlier.firstName, `${publicUrl()}/auth/mentee/forgotpassword`),
  })
}

async function create({ clock, newId, consent }: Deps, tx: Tx, identity: Identity): Promise<Account> {
  const account = {
    id: newId(),
    // Nobody is there to be asked for another name.
    firstName: plainName(identity.firstName).slice(0, limits.nameMax) || 'Mentee',
    lastName: plainName(identity.lastName).slice(0, limits.nameMax),
  }
  await queries.insertAccount(tx, {
    ...account,
    role: 'mentee',
    email: identity.email,
    isEmailVerified: true,
    createdAt: clock.now(),
    ...(await consent.given(clock.now())),
  })
  return account
}
