import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { daysMs } from '../../platform/clock.ts'
import { cookieOf } from './cookie-header.rules.ts'

/**
 * A cookie that says: somebody has signed in to this account with this browser before. It opens
 * nothing. Its holder's tries are counted apart, so that strangers who guess cannot lock the owner out.
 */
export const trustedDeviceDays = 180

export type DeviceCookie = { deviceId: string; issuedAt: Date }

const nameOf = (accountKey: string) => `marga_device_${accountKey}`

export function createDeviceCookies(secret: Uint8Array) {
  const proofOf = (text: string) => createHmac('sha256', secret).update(`device\0${text}`).digest('base64url')
  /** Names the account to its owner's browser only. */
  const keyOf = (role: string, email: string) => proofOf(`name\0${role}\0${email.toLowerCase()}`).slice(0, 12)

  return {
    /** The device that the request's cookies prove for that address, and since when, or undefined. */
    read(cookies: string | undefined, role: string, email: string, now: Date): DeviceCookie | undefined {
      const key = keyOf(role, email)
      const value = cookieOf(cookies, nameOf(key))
      const [deviceId, until, proof] = value?.split('.') ?? []
      if (!deviceId || !until || !proof) return undefined
      const expected = Buffer.from(proofOf(`${key}\0${deviceId}\0${until}`))
      const given = Buffer.from(proof)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const issuedAt = new Date(Number(until) - daysMs(trustedDeviceDays))
      return Number(until) > now.getTime() ? { deviceId, issuedAt } : undefined
    },

    /** The Set-Cookie that marks this browser for that account. */
    write(role: string, email: string, now: Date, known?: string): string {
      const key = keyOf(role, email)
      const deviceId = known ?? randomBytes(12).toString('base64url')
      const until = String(now.getTime() + daysMs(trustedDeviceDays))
      const value = `${deviceId}.${until}.${proofOf(`${key}\0${deviceId}\0${until}`)}`
      const attributes = `Path=/api; Max-Age=${trustedDeviceDays * 86_400}; HttpOnly; SameSite=Strict`
      return `${nameOf(key)}=${value}; ${attributes}`
    },
  }
}
