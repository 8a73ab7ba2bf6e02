import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A rendered public page, cut where each request's nonce belongs. */
export type CachedPage = { status: number; headers: [string, string][]; parts: string[] }

/** Stands for the nonce while a page is rendered for everybody; known to this process alone. */
const placeholder = randomBytes(24).toString('base64url')

const publicPages =
  /^\/(?:_root\.data|browse\/mentor\/(?:search|profile\/[^/?]+)(?:\.data)?|(?:about|code-of-conduct|faq|contact|testimonials)(?:\.data)?)?(?:\?|$)/

/**
 * What a public page is made of: its address, and the search stored in the cookie. Logins live in the browser's
 * storage and never reach the page's request, so the page is the same for everybody. Undefined: not to be kept.
 */
export function pageKey(request: FastifyRequest, origin: string): string | undefined {
  if (
    request.method !== 'GET' ||
    !publicPages.test(request.url) ||
    request.headers.authorization !== undefined
  )
    return undefined
  const search = /(?:^|;\s*)marga\.search=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  return `${origin} ${request.url} ${search}`
}

export const renderingNonce = placeholder

export async function cachedPageOf(response: Response): Promise<CachedPage> {
  const headers = [...response.headers]
  return { status: response.status, headers, parts: (await response.text()).split(placeholder) }
}

export function sendPage(reply: FastifyReply, page: CachedPage, nonce: string) {
  for (const [name, value] of page.headers) reply.header(name, value)
  return reply.code(page.status).send(page.parts.join(nonce))
}
