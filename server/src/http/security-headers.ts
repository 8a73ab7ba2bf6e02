import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'http' {
  interface IncomingMessage {
    cspNonce?: string
  }
}

/** One nonce a request, for the scripts and styles of the page it answers. */
export const nonceOf = (request: FastifyRequest): string => request.raw.cspNonce ?? ''

type Options = { isHttps: boolean; imageHosts: string[]; connectHosts: string[] }

/** Headers of every answer. The policy knows nonces only: no 'unsafe-*', nothing from elsewhere. */
export async function setSecurityHeaders(
  app: FastifyInstance,
  { isHttps, imageHosts, connectHosts }: Options,
) {
  app.addHook('onRequest', async (request) => {
    request.raw.cspNonce = randomBytes(16).toString('base64')
  })
  const nonce = (request: { cspNonce?: string }) => `'nonce-${request.cspNonce}'`
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", nonce],
        styleSrc: ["'self'", nonce],
        imgSrc: ["'self'", 'data:', 'blob:', ...imageHosts],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...connectHosts],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // The sign-in popup of the identity provider must be able to report back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: isHttps ? { maxAge: 63_072_000, includeSubDomains: true } : false,
  })
}
