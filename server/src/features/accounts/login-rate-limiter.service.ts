import { limits } from '@marga/contract/limits'
import type { Role } from '@marga/contract/roles'
import type { AttemptKey, AttemptLimiter } from '../../platform/attempt-limiter.ts'
import { hoursMs, minutesMs } from '../../platform/clock.ts'
import { siteOf } from '../../platform/network-address.ts'

/** A site has 65,536 networks of IPv6, each counted as an address: all together get so many times as much. */
const siteFactor = 10
const windowMs = minutesMs(limits.guessWindowMinutes)
const byAddress = { max: limits.guessesByAddress, windowMs }
const registrationsOfMailbox = { max: limits.registrationsByMailbox, windowMs: hoursMs(1) }

/** Whose tries are counted: from where, and by which known device if the browser proves one. */
export type LoginCaller = { address: string; deviceId: string | undefined }

/**
 * Tries of passwords and codes, by address, of IPv6 by site too, and by account. Whether there is such an account makes no
 * difference. A device that is known to the account has its own count. Registrations by address, site and mailbox.
 */
export function createLoginRateLimiter({ attempts }: { attempts: AttemptLimiter }) {
  const keysOf = (what: string, role: Role, email: string, by: LoginCaller): [AttemptKey, AttemptKey] => [
    [what, 'address', by.address],
    [what, 'account', role, email.toLowerCase(), by.deviceId ?? 'elsewhere'],
  ]

  /**
   * After the address, so that what one network is refused uses nothing up of the others'.
   * @returns what was spent: nothing of an address that is no network of a site
   */
  async function spendOfSite(what: string, { address }: Pick<LoginCaller, 'address'>, max: number) {
    const site = siteOf(address)
    if (site === undefined) return []
    const key: AttemptKey = [what, 'site', site]
    await attempts.spend(key, { max: max * siteFactor, windowMs })
    return [key]
  }

  const spend = (address: AttemptKey, account: AttemptKey, max: number) =>
    attempts.spendBoth({ key: address, limit: byAddress }, { key: account, limit: { max, windowMs } })

  return {
    /** @returns what was spent, to be given back once the password was right. @throws AppError rate_limited */
    async spendLogin(role: Role, email: string, by: LoginCaller): Promise<AttemptKey[]> {
      const [address, account] = keysOf('login', role, email, by)
      await spend(address, account, limits.guessesByAccount)
      return [address, account, ...(await spendOfSite('login', by, limits.guessesByAddress))]
    },

    /** @throws AppError rate_limited */
    async spendCodeRequest(role: Role, email: string, by: LoginCaller) {
      const [address, account] = keysOf('code-request', role, email, by)
      await spend(address, account, limits.codeRequestsByAccount)
      await spendOfSite('code-request', by, limits.guessesByAddress)
    },

    /** Of mentees and mentors together: each mails somebody who may not have asked. @throws AppError rate_limited */
    async spendRegistration(address: string) {
      const limit = { max: limits.registrationsByAddress, windowMs }
      await attempts.spend(['registration', 'address', address], limit)
      await spendOfSite('registration', { address }, limits.registrationsByAddress)
    },

    /**
     * By the email address, whatever has become of its accounts: who deletes one and registers it again mails the same
     * person. Not where a mailed secret has proven the mailbox. @throws AppError rate_limited
     */
    spendRegistrationOf: (role: Role, email: string) =>
      attempts.spend(['registration', 'mailbox', role, email.toLowerCase()], registrationsOfMailbox),

    /** Beside the five tries of each code. @throws AppError rate_limited */
    async spendCode(role: Role, email: string, by: LoginCaller) {
      const [address, account] = keysOf('code', role, email, by)
      await spend(address, account, limits.codeGuessesByAccount)
      await spendOfSite('code', by, limits.guessesByAddress)
    },
  }
}
export type LoginRateLimiter = ReturnType<typeof createLoginRateLimiter>
