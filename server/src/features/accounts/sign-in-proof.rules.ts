import { createHash, timingSafeEqual } from 'node:crypto'
import { cookieOf } from './cookie-header.rules.ts'

/**
 * The page to which the identity provider's way back leads is given the tokens in its address. Whoever could send
 * somebody an address with tokens of their own would have them signed in as another person, so the server leaves a
 * cookie that belongs to these very tokens, and the page stores nothing without it.
 */
const cookieName = 'marga_signed_in'
/** From one redirect to the next page. */
const validSeconds = 60

export const proofOf = (refreshToken: string): string =>
  createHash('sha256').update(`signed in\0${refreshToken}`).digest('base64url')

/** Lax: the redirects that end there begin at another site. */
export const proofCookie = (proof: string, path: string): string =>
  `${cookieName}=${proof}; Path=${path}; Max-Age=${validSeconds}; HttpOnly; SameSite=Lax`

/** Whether these tokens were given to the browser that sends these cookies. */
export function isSignInProven(cookies: string | undefined, refreshToken: string): boolean {
  const given = Buffer.from(cookieOf(cookies, cookieName) ?? '')
  const expected = Buffer.from(proofOf(refreshToken))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
