import type { GoogleRefusal } from '@marga/contract/google-refusals'
import type { FastifyInstance } from 'fastify'
import { cookieOf } from './cookie-header.rules.ts'
import { attemptMinutes, callbackPath, type GoogleSignIn } from './google-sign-in.service.ts'
import { proofCookie, proofOf } from './sign-in-proof.rules.ts'

type Deps = { googleSignIn: GoogleSignIn }

const startPath = '/api/mentees/google_auth_mentee'
const successPath = '/auth/mentee/googleauthsuccess'
const cookieName = 'marga_sign_in'
const refusedAddress = (refusal: GoogleRefusal) => `/auth/login?mentees&error=${refusal}`

/** The way to the identity provider and back. Redirects instead of JSON, so not of the contract's table. */
export function registerGoogleSignIn(app: FastifyInstance, { googleSignIn }: Deps) {
  const config = { limit: 'signIn' } as const
  /** Lax, since the way back is a navigation that another site begins. */
  const cookie = (value: string, maxAgeSeconds: number) =>
    `${cookieName}=${value}; Path=${startPath}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`

  app.get(startPath, { config }, async (_request, reply) => {
    const begun = await googleSignIn.begin()
    reply.header('cache-control', 'no-store')
    if ('refusal' in begun) return reply.redirect(refusedAddress(begun.refusal), 302)
    return reply
      .header('set-cookie', cookie(begun.signedAttempt, attemptMinutes * 60))
      .redirect(begun.location, 302)
  })

  app.get(callbackPath, { config }, async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    const kept = cookieOf(request.headers.cookie, cookieName)
    const device = String(request.headers['user-agent'] ?? '').slice(0, 300)
    const answered = await googleSignIn.complete(query, kept, device)
    // One attempt, one answer.
    reply.header('set-cookie', cookie('', 0))
    if ('login' in answered)
      reply.header('set-cookie', proofCookie(proofOf(answered.login.refreshToken), successPath))
    // Relative: a form's redirects must stay with the origin on which it was sent.
    const location =
      'login' in answered
        ? `${successPath}?${new URLSearchParams(answered.login)}`
        : refusedAddress(answered.refusal)
    return (
      reply
        .header('cache-control', 'no-store')
        // The next address holds tokens: it must not travel on as a referrer.
        .header('referrer-policy', 'no-referrer')
        .redirect(location, 302)
    )
  })
}
