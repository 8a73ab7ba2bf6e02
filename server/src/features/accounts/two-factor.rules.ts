import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30
/** A clock may be one step off. */
const stepsOff = 1
export const backupCodeCount = 10

export const newSecret = () => new Secret({ size: 20 }).base32

const totpOf = (secret: string, issuer = '', label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds })

/** What the authenticator app scans. */
export const otpauthUrl = (secret: string, of: { issuer: string; label: string }) =>
  totpOf(secret, of.issuer, of.label).toString()

/** The code of that moment; for tests and for nobody else. */
export const codeAt = (secret: string, at: Date) => totpOf(secret).generate({ timestamp: at.getTime() })

/** The time step that a code belongs to, or undefined when it is none of about now. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: stepsOff })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / periodSeconds) + delta
}

/** Letters and digits that nobody takes for one another; 50 bits a code. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz'

export const newBackupCodes = () =>
  Array.from({ length: backupCodeCount }, () => {
    let code = ''
    while (code.length < 10) {
      const byte = randomBytes(1)[0]!
      // Bytes past the last whole round would favour the first letters.
      if (byte < letters.length * Math.floor(256 / letters.length)) code += letters[byte % letters.length]
    }
    return `${code.slice(0, 5)}-${code.slice(5)}`
  })

/** As typed: case, spaces and the dash do not matter. */
export const plainCode = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, '')
