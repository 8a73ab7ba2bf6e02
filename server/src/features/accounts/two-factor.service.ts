import { limits } from '@marga/contract/limits'
import type { Role } from '@marga/contract/roles'
import type { Actor } from '../../platform/actor.ts'
import type { AttemptLimiter } from '../../platform/attempt-limiter.ts'
import { type Clock, minutesMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { twoStepMail } from './accounts.mails.ts'
import { findById } from './accounts.queries.ts'
import type { OwnPassword } from './own-password.service.ts'
import * as queries from './two-factor.queries.ts'
import { newBackupCodes, newSecret, otpauthUrl, plainCode, stepOf } from './two-factor.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  attempts: AttemptLimiter
  encryption: Encryption
  ownPassword: OwnPassword
  mails: MailQueue
  publicUrl: () => string
  productName: string
  /** Moderators may do nothing else before they have it. */
  isRequiredForModerators: boolean
}

const tries = { max: limits.twoFactorTries, windowMs: minutesMs(limits.guessWindowMinutes) }

/** Two-step sign-in by an authenticator app, with backup codes for the day it is lost. */
export function createTwoFactor(deps: Deps) {
  return {
    isOn: (accountId: string) => isOn(deps, accountId),

    /** Whether this account may do nothing else before it has set it up. */
    isSetupDue: (account: { id: string; role: Role }) => isSetupDue(deps, account),

    check: (accountId: string, code: string | undefined, who: string) => check(deps, accountId, code, who),

    /** @throws AppError totp_setup_required */
    async requireTwoFactorSetup(actor: Actor) {
      if (await isSetupDue(deps, actor)) throw new AppError('totp_setup_required')
    },

    async state(actor: Actor) {
      const backupCodesLeft = await queries.countBackupCodes(deps.db.query, actor.id)
      return { isOn: await isOn(deps, actor.id), backupCodesLeft }
    },

    begin: (actor: Actor, password: string) => begin(deps, actor, password),
    confirm: (actor: Actor, code: string) => confirm(deps, actor, code),
    end: (actor: Actor, proof: { password: string; code: string }) => end(deps, actor, proof),
  }
}
export type TwoFactor = ReturnType<typeof createTwoFactor>

const isOn = async ({ db }: Deps, accountId: string) =>
  Boolean((await queries.findTotp(db.query, accountId))?.confirmedAt)

const isSetupDue = async (deps: Deps, { id, role }: { id: string; role: Role }): Promise<boolean> =>
  deps.isRequiredForModerators && role === 'moderator' && !(await isOn(deps, id))

/**
 * The second step of a sign-in, to an account that has it.
 * @param who the known device, so that tries from elsewhere do not use up the owner's
 * @throws AppError totp_required, totp_invalid, totp_unreadable, rate_limited
 */
async function check(deps: Deps, accountId: string, code: string | undefined, who: string) {
  if (!code?.trim()) throw new AppError('totp_required')
  if (!(await take(deps, accountId, code, who))) throw new AppError('totp_invalid')
}

/** The try is spent before anything is compared, and given back when it was right. */
async function take(deps: Deps, accountId: string, typed: string, who: string): Promise<boolean> {
  const { attempts } = deps
  const key = ['second-step', accountId, who]
  await attempts.spend(key, tries)
  const code = typed.replace(/\s/g, '')
  // The backup codes first: they are a way in also where the secret is lost.
  const isRight =
    (await takeBackupCode(deps, accountId, typed)) || (await takeAppCode(deps, accountId, code)) !== undefined
  if (isRight) await attempts.refund(key)
  return isRight
}

const takeBackupCode = ({ db, encryption }: Deps, accountId: string, typed: string): Promise<boolean> =>
  queries.spendBackupCode(db.query, accountId, encryption.hash(plainCode(typed), accountId))

/**
 * Whether the app's code fits. Each is taken once: of two uses at once one wins.
 * @returns the secret that it fits. @throws AppError totp_unreadable: TOKEN_SECRET is another one now
 */
async function takeAppCode({ db, clock, encryption }: Deps, accountId: string, code: string) {
  const row = await queries.findTotp(db.query, accountId)
  if (!row) return undefined
  const secret = encryption.decrypt(row.sealedSecret, accountId)
  if (secret === undefined) throw new AppError('totp_unreadable')
  const step = stepOf(secret, code, clock.now())
  return step && (await queries.advanceStep(db.query, row, step)) ? row : undefined
}

/** A new secret, of no effect until a code has proven it. @throws AppError wrong_password, rate_limited, already_exists */
async function begin(deps: Deps, actor: Actor, password: string) {
  const { db, clock, encryption, ownPassword, productName } = deps
  const account = await ownPassword.proveOwnPassword(actor.id, { password })
  const secret = newSecret()
  const begun = await queries.replaceUnconfirmedTotp(db.query, actor.id, {
    sealedSecret: encryption.encrypt(secret, actor.id),
    createdAt: clock.now(),
    lastStep: 0,
  })
  if (!begun) throw new AppError('already_exists', { message: 'Two-step sign-in is already on.' })
  return { secret, otpauthUrl: otpauthUrl(secret, { issuer: productName, label: account.email }) }
}

/** Turns it on. @returns the backup codes, shown once. @throws AppError invalid_code, already_exists */
async function confirm(deps: Deps, actor: Actor, code: string) {
  const { db, clock, attempts, encryption } = deps
  const key = ['second-step', actor.id, 'confirm']
  await attempts.spend(key, tries)
  if (await isOn(deps, actor.id)) throw new AppError('already_exists')
  const proven = await takeAppCode(deps, actor.id, code.replace(/\s/g, ''))
  if (!proven) throw invalidCode()
  await attempts.refund(key)
  return db.transact(async (tx) => {
    // Of two codes at once one turns it on; and a secret that was begun meanwhile is proven by neither.
    if (!(await queries.confirmTotp(tx, proven, clock.now())))
      throw (await queries.findTotp(tx, actor.id))?.confirmedAt
        ? new AppError('already_exists')
        : invalidCode()
    const codes = newBackupCodes()
    const hashes = codes.map((backupCode) => encryption.hash(plainCode(backupCode), actor.id))
    await queries.replaceBackupCodes(tx, actor.id, hashes)
    await notifyOfChange(deps, tx, actor, { isOn: true })
    return codes
  })
}

/** @throws AppError wrong_password, invalid_code, rate_limited */
async function end(deps: Deps, actor: Actor, { password, code }: { password: string; code: string }) {
  await deps.ownPassword.proveOwnPassword(actor.id, { password })
  if (!(await take(deps, actor.id, code, 'settings'))) throw invalidCode()
  await deps.db.transact(async (tx) => {
    if (await queries.deleteTwoFactor(tx, actor.id)) await notifyOfChange(deps, tx, actor, { isOn: false })
  })
}

/** Whoever knows the password could lock the owner out by it, and leave the account with one lock less. */
async function notifyOfChange(
  { mails, publicUrl }: Deps,
  tx: Tx,
  { id, role }: Actor,
  { isOn }: { isOn: boolean },
) {
  const account = await findById(tx, id)
  if (!account) return
  const resetUrl = role === 'moderator' ? undefined : `${publicUrl()}/auth/${role}/forgotpassword`
  const content = twoStepMail(account.firstName, { isOn, resetUrl })
  await mails.add(tx, { to: account, kind: 'two-step-changed', content })
}

const invalidCode = () => new AppError('invalid_code', { fields: { code: 'The code is wrong.' } })
