import type { GoogleRefusal } from '@marga/contract/google-refusals'
import { rateLimits } from '@marga/contract/limits'
import type { FastifyInstance } from 'fastify'
import { attemptMinutes, callbackPath, type GoogleSignIn } from './google-sign-in.service.ts'

type Deps = { googleSignIn: GoogleSignIn; rateLimitFactor: number }

const startPath = '/api/mentees/google_auth_mentee'
const cookieName = 'marga_sign_in'
const refusedAddress = (refusal: GoogleRefusal) => `/auth/login?mentees&error=${refusal}`

/** The way to the identity provider and back. Redirects instead of JSON, so not of the contract's table. */
export function registerGoogleSignIn(app: FastifyInstance, { googleSignIn, rateLimitFactor }: Deps) {
  const config = {
    rateLimit: { max: Math.ceil(rateLimits.signIn.perMinute * rateLimitFactor), timeWindow: 60_000 },
  }
  /** Lax, since the way back is a navigation that another site begins. */
  const cookie = (value: string, maxAgeSeconds: number) =>
    `${cookieName}=${value}; Path=${startPath}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`

  app.get(startPath, { config }, async (_request, reply) => {
    const begun = await googleSignIn.begin()
    reply.header('cache-control', 'no-store')
    if ('refusal' in begun) return reply.redirect(refusedAddress(begun.refusal), 302)
    return reply
      .header('set-cookie', cookie(begun.sealedAttempt, attemptMinutes * 60))
      .redirect(begun.location, 302)
  })

  app.get(callbackPath, { config }, async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    const kept = readCookie(request.headers.cookie)
    const device = String(request.headers['user-agent'] ?? '').slice(0, 300)
    const answered = await googleSignIn.complete(query, kept, device)
    // Relative: a form's redirects must stay with the origin on which it was sent.
    const location =
      'login' in answered
        ? `/auth/mentee/googleauthsuccess?${new URLSearchParams(answered.login)}`
        : refusedAddress(answered.refusal)
    return (
      reply
        // One attempt, one answer.
        .header('set-cookie', cookie('', 0))
        .header('cache-control', 'no-store')
        // The next address holds tokens: it must not travel on as a referrer.
        .header('referrer-policy', 'no-referrer')
        .redirect(location, 302)
    )
  })
}

function readCookie(header: string | undefined): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=')
    if (name === cookieName) return value
  }
  return undefined
}
