import { limits } from '@marga/contract/limits'
import type { Role } from '@marga/contract/roles'
import type { Actor } from '../../platform/actor.ts'
import type { AttemptLimiter } from '../../platform/attempt-limiter.ts'
import { type Clock, minutesMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { AppError } from '../../platform/errors.ts'
import type { OwnPassword } from './own-password.service.ts'
import { deleteTwoFactor } from './two-factor.queries.ts'
import { newBackupCodes, newSecret, otpauthUrl, plainCode, stepOf } from './two-factor.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  attempts: AttemptLimiter
  encryption: Encryption
  ownPassword: OwnPassword
  productName: string
  /** Moderators may do nothing else before they have it. */
  isRequiredForModerators: boolean
}

const tries = { max: limits.twoFactorTries, windowMs: minutesMs(limits.guessWindowMinutes) }

/** Two-step sign-in by an authenticator app, with backup codes for the day it is lost. */
export function createTwoFactor(deps: Deps) {
  const { db, clock, attempts, encryption, ownPassword, productName, isRequiredForModerators } = deps

  const find = (accountId: string) =>
    db.query.selectFrom('totp').selectAll().where('accountId', '=', accountId).executeTakeFirst()
  const isOn = async (accountId: string) => Boolean((await find(accountId))?.confirmedAt)

  async function isSetupDue({ id, role }: { id: string; role: Role }): Promise<boolean> {
    return isRequiredForModerators && role === 'moderator' && !(await isOn(id))
  }

  /** @returns undefined when there is none. @throws AppError totp_unreadable: TOKEN_SECRET is another one now */
  async function secretOf(accountId: string): Promise<string | undefined> {
    const row = await find(accountId)
    if (!row) return undefined
    const secret = encryption.decrypt(row.sealedSecret, accountId)
    if (secret === undefined) throw new AppError('totp_unreadable')
    return secret
  }

  /** Whether the app's code fits. Each is taken once: of two uses at once one wins. */
  async function takeAppCode(accountId: string, code: string): Promise<boolean> {
    const secret = await secretOf(accountId)
    const step = secret && stepOf(secret, code, clock.now())
    if (!step) return false
    const used = await db.query
      .updateTable('totp')
      .set({ lastStep: step })
      .where('accountId', '=', accountId)
      .where('lastStep', '<', step)
      .returning('accountId')
      .executeTakeFirst()
    return used !== undefined
  }

  async function takeBackupCode(accountId: string, typed: string): Promise<boolean> {
    const used = await db.query
      .deleteFrom('backupCode')
      .where('accountId', '=', accountId)
      .where('codeHash', '=', encryption.hash(plainCode(typed), accountId))
      .returning('accountId')
      .executeTakeFirst()
    return used !== undefined
  }

  /** The try is spent before anything is compared, and given back when it was right. */
  async function take(accountId: string, typed: string, who: string): Promise<boolean> {
    const key = ['second-step', accountId, who]
    await attempts.spend(key, tries)
    const code = typed.replace(/\s/g, '')
    // The backup codes first: they are a way in also where the secret is lost.
    const isRight = (await takeBackupCode(accountId, typed)) || (await takeAppCode(accountId, code))
    if (isRight) await attempts.refund(key)
    return isRight
  }

  async function replaceBackupCodes(tx: Tx, accountId: string) {
    const codes = newBackupCodes()
    await tx.deleteFrom('backupCode').where('accountId', '=', accountId).execute()
    await tx
      .insertInto('backupCode')
      .values(codes.map((code) => ({ accountId, codeHash: encryption.hash(plainCode(code), accountId) })))
      .execute()
    return codes
  }

  return {
    isOn,

    /** Whether this account may do nothing else before it has set it up. */
    isSetupDue,

    /**
     * The second step of a sign-in, to an account that has it.
     * @param who the known device, so that tries from elsewhere do not use up the owner's
     * @throws AppError totp_required, totp_invalid, totp_unreadable, rate_limited
     */
    async check(accountId: string, code: string | undefined, who: string) {
      if (!code?.trim()) throw new AppError('totp_required')
      if (!(await take(accountId, code, who))) throw new AppError('totp_invalid')
    },

    /** @throws AppError totp_setup_required */
    async requireTwoFactorSetup(actor: Actor) {
      if (await isSetupDue(actor)) throw new AppError('totp_setup_required')
    },

    async state(actor: Actor) {
      const { count } = await db.query
        .selectFrom('backupCode')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('accountId', '=', actor.id)
        .executeTakeFirstOrThrow()
      return { isOn: await isOn(actor.id), backupCodesLeft: count }
    },

    /** A new secret, of no effect until a code has proven it. @throws AppError wrong_password, rate_limited, already_exists */
    async begin(actor: Actor, password: string) {
      const account = await ownPassword.proveOwnPassword(actor.id, { password })
      const secret = newSecret()
      const fresh = {
        sealedSecret: encryption.encrypt(secret, actor.id),
        createdAt: clock.now(),
        lastStep: 0,
      }
      const begun = await db.query
        .insertInto('totp')
        .values({ accountId: actor.id, ...fresh })
        .onConflict((conflict) =>
          conflict.column('accountId').doUpdateSet(fresh).where('totp.confirmedAt', 'is', null),
        )
        .returning('accountId')
        .executeTakeFirst()
      if (!begun) throw new AppError('already_exists', { message: 'Two-step sign-in is already on.' })
      return { secret, otpauthUrl: otpauthUrl(secret, { issuer: productName, label: account.email }) }
    },

    /** Turns it on. @returns the backup codes, shown once. @throws AppError invalid_code, already_exists */
    async confirm(actor: Actor, code: string) {
      const key = ['second-step', actor.id, 'confirm']
      await attempts.spend(key, tries)
      if (await isOn(actor.id)) throw new AppError('already_exists')
      if (!(await takeAppCode(actor.id, code.replace(/\s/g, '')))) throw invalidCode()
      await attempts.refund(key)
      return db.transact(async (tx) => {
        await tx
          .updateTable('totp')
          .set({ confirmedAt: clock.now() })
          .where('accountId', '=', actor.id)
          .where('confirmedAt', 'is', null)
          .execute()
        return replaceBackupCodes(tx, actor.id)
      })
    },

    /** @throws AppError wrong_password, invalid_code, rate_limited */
    async end(actor: Actor, { password, code }: { password: string; code: string }) {
      await ownPassword.proveOwnPassword(actor.id, { password })
      if (!(await take(actor.id, code, 'settings'))) throw invalidCode()
      await db.transact((tx) => deleteTwoFactor(tx, actor.id))
    },
  }
}
export type TwoFactor = ReturnType<typeof createTwoFactor>

const invalidCode = () => new AppError('invalid_code', { fields: { code: 'The code is wrong.' } })
