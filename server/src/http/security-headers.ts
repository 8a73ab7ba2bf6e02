import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cspReportsPath } from './csp-reports.ts'

declare module 'http' {
  interface IncomingMessage {
    cspNonce?: string
  }
}

/** One nonce a request, for the scripts and styles of the page it answers. */
export const nonceOf = (request: FastifyRequest): string => request.raw.cspNonce ?? ''

type Options = {
  isHttps: boolean
  hsts: 'site' | 'subdomains' | 'off'
  imageHosts: string[]
  connectHosts: string[]
}

/**
 * How long browsers go on refusing http once they have seen the header: nothing takes it back before. So the names
 * beside this one, which are somebody else's to judge, and a longer time are for the operator to ask for.
 */
const hstsOf = {
  site: { maxAge: 31_536_000, includeSubDomains: false },
  subdomains: { maxAge: 63_072_000, includeSubDomains: true },
  off: false,
} as const

/** What a call needs, for this site alone; nothing else of a device is ever asked for. */
const permissionsPolicy = [
  ...['camera', 'microphone', 'display-capture', 'autoplay', 'fullscreen', 'picture-in-picture'].map(
    (feature) => `${feature}=(self)`,
  ),
  ...['geolocation', 'payment', 'usb', 'serial', 'hid', 'midi', 'browsing-topics'].map(
    (feature) => `${feature}=()`,
  ),
].join(', ')

/** Headers of every answer. The policy knows nonces only: no 'unsafe-*', nothing from elsewhere. */
export async function setSecurityHeaders(
  app: FastifyInstance,
  { isHttps, hsts, imageHosts, connectHosts }: Options,
) {
  app.addHook('onRequest', async (request, reply) => {
    request.raw.cspNonce = randomBytes(16).toString('base64')
    reply.header('permissions-policy', permissionsPolicy)
    reply.header('reporting-endpoints', `csp="${cspReportsPath}"`)
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
        // Text never becomes markup or a script's address but by web/app/lib/trusted-types.ts.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
        reportUri: [cspReportsPath],
        reportTo: ['csp'],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: isHttps && hstsOf[hsts],
  })
  app.addHook('onRequest', async (request, reply) => {
    if (signInPages.test(request.url)) reply.header('cross-origin-opener-policy', 'unsafe-none')
  })
}

/**
 * The popup's way to the identity provider, whose pages have no such policy, and back; redirects count.
 * With another policy on one of them the browser would cut the tie between the popup and the page that
 * opened it, and that page would take the popup for closed.
 */
const signInPages =
  /^\/(?:auth\/login|auth\/mentee\/googleauthsuccess|api\/mentees\/google_auth_mentee|sandbox\/google)(?:[/?]|$)/
