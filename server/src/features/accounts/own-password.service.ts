import { limits } from '@marga/contract/limits'
import type { AttemptLimiter } from '../../platform/attempt-limiter.ts'
import { minutesMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isPasswordRight } from '../../platform/password-hashes.ts'
import * as queries from './accounts.queries.ts'
import type { OneTimeCodes } from './one-time-codes.service.ts'

type Deps = { db: Database; attempts: AttemptLimiter; codes: OneTimeCodes }

/** The password, or for accounts without one the code of /sent-otp. */
export type OwnProof = { password?: string | undefined; code?: string | undefined }

const tries = { max: limits.ownPasswordTries, windowMs: minutesMs(limits.guessWindowMinutes) }

/**
 * The one place where a password is compared that somebody gives to confirm what they ask for: whoever finds an open
 * session must not be able to guess on. The try is spent by account before anything is compared, and given back when
 * it was right.
 */
export function createOwnPassword({ db, attempts, codes }: Deps) {
  return {
    /** @returns the account. @throws AppError wrong_password, rate_limited */
    async proveOwnPassword(accountId: string, { password, code }: OwnProof) {
      const account = await queries.findById(db.query, accountId)
      // A right code would be called a wrong password, and each try be spent.
      if (account?.passwordHash && password === undefined && code !== undefined) throw hasPassword()
      const key = ['own-password', accountId]
      await attempts.spend(key, tries)
      const isByCode = Boolean(account) && account!.passwordHash === null && code !== undefined
      const isProven = isByCode
        ? await codes.spend(accountId, 'reset', code!)
        : await isPasswordRight(account?.passwordHash, password ?? '')
      if (!isProven || !account) throw wrong(account?.passwordHash === null && password === undefined)
      await attempts.refund(key)
      return account
    },
  }
}
export type OwnPassword = ReturnType<typeof createOwnPassword>

const hasPassword = () => {
  const code =
    'This account has a password. Enter it instead of a code, or set a new one with “Forgot password” on the sign-in page.'
  return new AppError('wrong_password', { fields: { code } })
}

const wrong = (isCode: boolean) =>
  new AppError('wrong_password', {
    fields: isCode ? { code: 'The code is wrong.' } : { password: 'The password is wrong.' },
  })
