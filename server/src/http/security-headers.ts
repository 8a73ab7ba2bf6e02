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

/** What may run in a page and style it, beside our own files: nonces or hashes in quotes. */
export type PageSources = { scripts: readonly string[]; styles: readonly string[] }
export type PolicyOf = (sources: PageSources) => string

export const newNonce = (): string => randomBytes(16).toString('base64')

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

/** Stand in the headers that are made once, where each page has sources of its own. */
const placeholders = { scripts: "'scripts-of-the-page'", styles: "'styles-of-the-page'" }

/**
 * Headers of every answer. The policy knows nonces and hashes only: no 'unsafe-*', nothing from elsewhere. What is no
 * page gets the policy without any. They are made once: a request only fills in its nonce.
 * @returns makes the policy of a page that has other sources than the nonce of its request
 */
export function setSecurityHeaders(app: FastifyInstance, options: Options): PolicyOf {
  const { 'content-security-policy': policy, ...others } = makeHeaders(options)
  const policyOf: PolicyOf = (sources) =>
    (['scripts', 'styles'] as const).reduce(
      (text, of) => text.replace(` ${placeholders[of]}`, sources[of].map((source) => ` ${source}`).join('')),
      policy!,
    )
  const policyWithout = policyOf({ scripts: [], styles: [] })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(others)
    if (apiPaths.test(request.url)) reply.header('content-security-policy', policyWithout)
    else {
      const nonce = newNonce()
      request.raw.cspNonce = nonce
      const sources = [`'nonce-${nonce}'`]
      reply.header('content-security-policy', policyOf({ scripts: sources, styles: sources }))
    }
    if (signInPages.test(request.url)) reply.header('cross-origin-opener-policy', 'unsafe-none')
    done()
  })
  return policyOf
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
        scriptSrc: ["'self'", placeholders.scripts],
        styleSrc: ["'self'", placeholders.styles],
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
