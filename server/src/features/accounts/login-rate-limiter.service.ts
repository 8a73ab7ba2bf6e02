import { limits } from '@marga/contract/limits'
import type { Role } from '@marga/contract/roles'
import type { AttemptKey, AttemptLimiter } from '../../platform/attempt-limiter.ts'
import { minutesMs } from '../../platform/clock.ts'

const windowMs = minutesMs(limits.guessWindowMinutes)

/** Whose tries are counted: from where, and by which known device if the browser proves one. */
export type LoginCaller = { address: string; deviceId: string | undefined }

/**
 * Tries of passwords and codes, by address and by account. Whether there is such an account makes no
 * difference. A device that is known to the account has its own count. Registrations by address alone.
 */
export function createLoginRateLimiter({ attempts }: { attempts: AttemptLimiter }) {
  const keysOf = (what: string, role: Role, email: string, by: LoginCaller): [AttemptKey, AttemptKey] => [
    [what, 'address', by.address],
    [what, 'account', role, email.toLowerCase(), by.deviceId ?? 'elsewhere'],
  ]

  const spend = (address: AttemptKey, account: AttemptKey, max: number) =>
    attempts.spendBoth(
      { key: address, limit: { max: limits.guessesByAddress, windowMs } },
      { key: account, limit: { max, windowMs } },
    )

  return {
    /** @returns what was spent, to be given back once the password was right. @throws AppError rate_limited */
    async spendLogin(role: Role, email: string, by: LoginCaller): Promise<AttemptKey[]> {
      const [address, account] = keysOf('login', role, email, by)
      await spend(address, account, limits.guessesByAccount)
      return [address, account]
    },

    /** @throws AppError rate_limited */
    async spendCodeRequest(role: Role, email: string, by: LoginCaller) {
      const [address, account] = keysOf('code-request', role, email, by)
      await spend(address, account, limits.codeRequestsByAccount)
    },

    /** Of mentees and mentors together: each mails somebody who may not have asked. @throws AppError rate_limited */
    spendRegistration: (address: string) =>
      attempts.spend(['registration', 'address', address], { max: limits.registrationsByAddress, windowMs }),

    /** Beside the five tries of each code. @throws AppError rate_limited */
    async spendCode(role: Role, email: string, by: LoginCaller) {
      const [address, account] = keysOf('code', role, email, by)
      await spend(address, account, limits.codeGuessesByAccount)
    },
  }
}
export type LoginRateLimiter = ReturnType<typeof createLoginRateLimiter>
