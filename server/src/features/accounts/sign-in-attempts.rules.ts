import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignInAttempt } from '../../platform/identity/identity.ts'

const signatureOf = (secret: Uint8Array, text: string) =>
  createHmac('sha256', secret).update('sign-in-attempt\0').update(text).digest('base64url')

/** The attempt as the browser keeps it: readable by that browser, but made by nobody but us. */
export function signAttempt(secret: Uint8Array, attempt: SignInAttempt, expiresAt: Date): string {
  const content = { ...attempt, expiresAt: expiresAt.toISOString() }
  const text = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${text}.${signatureOf(secret, text)}`
}

/** @returns undefined for what we have not signed, or what has expired */
export function verifyAttempt(
  secret: Uint8Array,
  signed: string | undefined,
  now: Date,
): SignInAttempt | undefined {
  const [text = '', proof = ''] = (signed ?? '').split('.')
  const [given, expected] = [Buffer.from(proof), Buffer.from(signatureOf(secret, text))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const attempt = JSON.parse(Buffer.from(text, 'base64url').toString()) as SignInAttempt & {
    expiresAt: string
  }
  return new Date(attempt.expiresAt) > now ? attempt : undefined
}
