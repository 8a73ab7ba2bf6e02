import { limits } from '@marga/contract/limits'
import type { MemberRole } from '@marga/contract/roles'
import type { Actor } from '../../platform/actor.ts'
import type { AttemptLimiter } from '../../platform/attempt-limiter.ts'
import { after, type Clock, daysMs, minutesMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { createEncryption } from '../../platform/encryption.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { verificationMail } from './accounts.mails.ts'
import * as accounts from './accounts.queries.ts'
import * as verifications from './email-verifications.queries.ts'
import type { OwnPassword } from './own-password.service.ts'
import { hashToken } from './refresh-tokens.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  mails: MailQueue
  attempts: AttemptLimiter
  ownPassword: OwnPassword
  publicUrl: () => string
  secret: Uint8Array
}
type Unverified = { id: string; role: MemberRole; email: string; firstName: string }
/** Whose session it is that asks, or the password of the account. */
type Proof = { actor: Actor | undefined; password: string | undefined }

const verificationDays = 7
const sendings = { max: limits.codeRequestsByAccount, windowMs: minutesMs(limits.guessWindowMinutes) }

/** Whether an address is the person's own: by a link that only its mailbox receives, together with the account. */
export function createEmailVerifications(deps: Deps) {
  return {
    newLink: (tx: Tx, account: Omit<Unverified, 'firstName'>) => newLink(deps, tx, account),
    start: (tx: Tx, account: Unverified) => start(deps, tx, account),
    sendAgain: (account: Pick<Unverified, 'id' | 'role'>) => sendAgain(deps, account),
    verify: (token: string, proof: Proof) => verify(deps, token, proof),
  }
}
export type EmailVerifications = ReturnType<typeof createEmailVerifications>

/**
 * The same all day, and the ones before stay valid: whoever asks for mails in somebody's name until no more of them are
 * sent would else leave dead links in the mailbox.
 */
async function newLink(
  { clock, publicUrl, secret }: Deps,
  tx: Tx,
  { id, role, email }: Omit<Unverified, 'firstName'>,
): Promise<string> {
  const now = clock.now()
  const day = now.toISOString().slice(0, 10)
  const token = createEncryption(secret, 'email verification')
    .hash(`${email}\0${day}`, id)
    .toString('base64url')
  await verifications.deleteExpiredVerificationsOf(tx, id, now)
  await verifications.putVerification(tx, {
    tokenHash: hashToken(token),
    accountId: id,
    email,
    expiresAt: after(now, daysMs(verificationDays)),
  })
  return `${publicUrl()}/auth/verify-email?role=${role}&token=${token}`
}

async function start(deps: Deps, tx: Tx, account: Unverified) {
  await deps.mails.add(tx, {
    to: { id: account.id, email: account.email, isEmailVerified: false },
    kind: 'verification',
    content: verificationMail(account.firstName, await newLink(deps, tx, account)),
  })
}

/**
 * Mails the link again to whoever has not proven the address yet. Each is kept for a month, those beyond what a mailbox
 * gets in an hour as well. @throws AppError rate_limited
 */
async function sendAgain(deps: Deps, { id, role }: Pick<Unverified, 'id' | 'role'>) {
  await deps.attempts.spend(['verification', id], sendings)
  await deps.db.transact(async (tx) => {
    const account = await accounts.findById(tx, id)
    if (account && !account.isEmailVerified) await start(deps, tx, { ...account, role })
  })
}

/**
 * The link is spent only once both are proven, so that a wrong password loses nothing.
 * @throws AppError invalid_token, unauthenticated, invalid_credentials, rate_limited
 */
async function verify(deps: Deps, token: string, proof: Proof) {
  const { db, clock } = deps
  const tokenHash = hashToken(token)
  const found = await verifications.findVerification(db.query, tokenHash, clock.now())
  if (!found) throw new AppError('invalid_token')
  await proveAccount(deps, found.accountId, proof)
  await db.transact(async (tx) => {
    const spent = await verifications.spendVerification(tx, tokenHash)
    if (!spent) throw new AppError('invalid_token')
    await verifications.confirmEmail(tx, spent)
  })
}

/** Whoever opens a link in a mailbox need not be the one who made the account. */
async function proveAccount({ ownPassword }: Deps, accountId: string, { actor, password }: Proof) {
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
