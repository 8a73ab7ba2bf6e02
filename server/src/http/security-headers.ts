import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
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

/** Stands in the headers that are made once, where each page has a nonce of its own. */
const noncePlaceholder = "'nonce-of-the-page'"

/**
 * Headers of every answer. The policy knows nonces only: no 'unsafe-*', nothing from elsewhere. What is no page gets
 * the policy without one. They are made once: a request only fills in its nonce.
 */
export function setSecurityHeaders(app: FastifyInstance, options: Options) {
  const { 'content-security-policy': policy, ...others } = makeHeaders(options)
  const policyWithout = policy!.replaceAll(` ${noncePlaceholder}`, '')
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(others)
    if (apiPaths.test(request.url)) reply.header('content-security-policy', policyWithout)
    else {
      const nonce = randomBytes(16).toString('base64')
      request.raw.cspNonce = nonce
      reply.header('content-security-policy', policy!.replaceAll(noncePlaceholder, `'nonce-${nonce}'`))
    }
    if (signInPages.test(request.url)) reply.header('cross-origin-opener-policy', 'unsafe-none')
    done()
  })
}

const apiPaths = /^\/api\//

/** By name, in lower case. */
function makeHeaders({ isHttps, hsts, imageHosts, connectHosts }: Options): Record<string, string> {
  const headers: Record<string, string> = {
    'permissions-policy': permissionsPolicy,
    'reporting-endpoints': `csp="${cspReportsPath}"`,
  }
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", noncePlaceholder],
        styleSrc: ["'self'", noncePlaceholder],
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
  const response = {
    setHeader: (name: string, value: unknown) => {
      headers[name.toLowerCase()] = String(value)
    },
    removeHeader: () => {},
  }
  set({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return headers
}

/**
 * The popup's way to the identity provider, whose pages have no such policy, and back; redirects count.
 * With another policy on one of them the browser would cut the tie between the popup and the page that
 * opened it, and that page would take the popup for closed.
 */
const signInPages =
  /^\/(?:auth\/login|auth\/mentee\/googleauthsuccess|api\/mentees\/google_auth_mentee|sandbox\/google)(?:[/?]|$)/
