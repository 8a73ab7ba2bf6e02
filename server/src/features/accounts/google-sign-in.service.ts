import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
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
import { passwordRemovedMail } from './accounts.mails.ts'
import { fullName } from './accounts.presenter.ts'
import * as queries from './accounts.queries.ts'
import { SignInRefused } from './google-sign-in.rules.ts'
import type { LoginSessions } from './login-sessions.service.ts'
import type { MailboxProofs } from './mailbox-proofs.service.ts'

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
}
type Account = { id: string; firstName: string; lastName: string }

export type GoogleLogin = TokenPair & { menteeName: string; menteeId: string }
type Answered = { login: GoogleLogin } | { refusal: GoogleRefusal }

export const callbackPath = '/api/mentees/google_auth_mentee/callback'
export const attemptMinutes = 10
const random = () => randomBytes(32).toString('base64url')

export function createGoogleSignIn(deps: Deps) {
  const { db, clock, newId, log, secret, provider, loginSessions, mailboxProofs, mails, publicUrl } = deps
  const redirectUri = () => `${publicUrl()}${callbackPath}`
  const signatureOf = (text: string) =>
    createHmac('sha256', secret).update('sign-in-attempt\0').update(text).digest('base64url')

  /** The attempt as the browser keeps it: readable by that browser, but made by nobody but us. */
  function sign(attempt: SignInAttempt) {
    const expiresAt = after(clock.now(), minutesMs(attemptMinutes)).toISOString()
    const text = Buffer.from(JSON.stringify({ ...attempt, expiresAt })).toString('base64url')
    return `${text}.${signatureOf(text)}`
  }
  function verify(signed: string | undefined): SignInAttempt | undefined {
    const [text = '', proof = ''] = (signed ?? '').split('.')
    const [given, expected] = [Buffer.from(proof), Buffer.from(signatureOf(text))]
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const attempt = JSON.parse(Buffer.from(text, 'base64url').toString()) as SignInAttempt & {
      expiresAt: string
    }
    return new Date(attempt.expiresAt) > clock.now() ? attempt : undefined
  }

  const link = (tx: Tx, accountId: string, subject: string) =>
    tx
      .insertInto('identity')
      .values({ issuer: provider!.issuer, subject, accountId, createdAt: clock.now() })
      .execute()

  async function create(tx: Tx, identity: Identity): Promise<Account> {
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
    })
    return account
  }

  async function prove(tx: Tx, earlier: Account & { email: string }) {
    if (!(await mailboxProofs.firstProofOfMailbox(tx, earlier.id, { isPasswordNew: false }))) return
    await mails.add(tx, {
      to: { email: earlier.email, isEmailVerified: true },
      kind: 'password-removed',
      content: passwordRemovedMail(earlier.firstName, `${publicUrl()}/auth/mentee/forgotpassword`),
    })
  }

  /**
   * The account of the person: the one that signed in with this identity before, else the one with the
   * same address, if the provider vouches for that: else any issuer's user could claim any address. Where nobody
   * had proven it here yet, whoever registered it may have been a stranger, and nothing of theirs stays.
   */
  async function accountOf(tx: Tx, identity: Identity): Promise<Account> {
    const before = await queries.findByIdentity(tx, provider!.issuer, identity.subject)
    if (before) {
      if (before.isBlocked) throw new SignInRefused('account_blocked')
      return before
    }
    if (!identity.isEmailVerified || identity.email.length > limits.emailMax) {
      throw new SignInRefused('unverified_email')
    }
    const earlier = await queries.findByEmail(tx, 'mentee', identity.email)
    if (earlier?.isBlocked) throw new SignInRefused('account_blocked')
    if (earlier) await prove(tx, earlier)
    const account = earlier ?? (await create(tx, identity))
    await link(tx, account.id, identity.subject)
    return account
  }

  /** As sign-ins by password are noted, `by` apart. */
  const note = (outcome: 'in' | GoogleRefusal, accountId?: string) =>
    log.info({ event: 'sign-in', role: 'mentee', by: 'identity provider', outcome, accountId }, 'sign-in')

  async function signIn(identity: Identity, device: string): Promise<GoogleLogin> {
    const settle = () => db.transact((tx) => accountOf(tx, identity))
    // Of two first sign-ins at once, the second finds what the first has made.
    const account = await settle().catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'already_exists') return settle()
      throw error
    })
    const tokens = await loginSessions.open({ id: account.id, role: 'mentee' }, device)
    if (!tokens) throw new SignInRefused('account_blocked')
    return { menteeName: fullName(account), menteeId: account.id, ...tokens }
  }

  function rejectionReason(error: unknown): GoogleRefusal {
    if (error instanceof IdentityError) {
      if (error.failure !== 'cancelled') log.warn({ err: error.cause ?? error }, 'sign-in was not completed')
      return error.failure
    }
    if (error instanceof SignInRefused) return error.refusal
    throw error
  }

  async function answerTo(
    from: IdentityProvider,
    query: URLSearchParams,
    attempt: SignInAttempt | undefined,
    device: string,
  ): Promise<Answered> {
    if (!attempt) return { refusal: 'expired' }
    const answer = new URL(redirectUri())
    answer.search = query.toString()
    try {
      return { login: await signIn(await from.exchange(answer, attempt), device) }
    } catch (error) {
      return { refusal: rejectionReason(error) }
    }
  }

  return {
    isOffered: provider !== undefined,

    /** Where the browser goes, and what it keeps meanwhile. @throws AppError not_configured */
    async begin(): Promise<{ location: string; signedAttempt: string } | { refusal: GoogleRefusal }> {
      if (!provider) throw new AppError('not_configured')
      const attempt = { state: random(), nonce: random(), codeVerifier: random() }
      try {
        const location = await provider.authorizationUrl(attempt, redirectUri())
        return { location, signedAttempt: sign(attempt) }
      } catch (error) {
        return { refusal: rejectionReason(error) }
      }
    },

    /** The provider's answer, with what the browser kept. @throws AppError not_configured */
    async complete(
      query: URLSearchParams,
      signedAttempt: string | undefined,
      device: string,
    ): Promise<Answered> {
      if (!provider) throw new AppError('not_configured')
      const answered = await answerTo(provider, query, verify(signedAttempt), device)
      if ('login' in answered) note('in', answered.login.menteeId)
      else note(answered.refusal)
      return answered
    },
  }
}
export type GoogleSignIn = ReturnType<typeof createGoogleSignIn>
