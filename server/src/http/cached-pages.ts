import { createHash } from 'node:crypto'
import { searchQuery } from '@marga/contract/search'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CachedResponse, cachedResponseOf, responseBytes, sendCached } from './cached-responses.ts'
import type { PolicyOf } from './security-headers.ts'

/** A rendered public page, the same bytes for everybody, with the policy that names its scripts. */
export type CachedPage = { status: number; headers: [string, string][]; body: CachedResponse }

export const pageBytes = ({ headers, body }: CachedPage): number =>
  responseBytes(body) + 2 * headers.flat().reduce((sum, text) => sum + text.length, 0)

/** What of the query each public page reads; of `/` the search stored in the cookie, too. */
const publicPages: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/(?:_root\.data)?$/, []],
  [/^\/browse\/mentor\/search(?:\.data)?$/, Object.keys(searchQuery.omit({ limit: true }).shape)],
  [/^\/browse\/mentor\/profile\/[^/]+(?:\.data)?$/, ['cursor']],
  [/^\/(?:about|code-of-conduct|faq|contact|testimonials)(?:\.data)?$/, []],
]
const landing = publicPages[0]![0]
/** Which parts of a page React Router asks for. */
const dataKey = '_routes'

export type PublicPage = {
  key: string
  /** The address without what the page does not read: it is rendered for whoever adds anything. */
  url: string
}

/**
 * What a public page is made of: its path, what it reads of the query, and the search stored in the cookie. Logins
 * live in the browser's storage and never reach the page's request, so the page is the same for everybody.
 * Undefined: not to be kept.
 */
export function publicPageOf(request: FastifyRequest, origin: string): PublicPage | undefined {
  if (request.method !== 'GET' || request.headers.authorization !== undefined) return undefined
  const [path = '', query = ''] = splitAt(request.url, '?')
  const names = publicPages.find(([pattern]) => pattern.test(path))?.[1]
  if (!names) return undefined
  const given = new URLSearchParams(query)
  const read = readOf(given, path.endsWith('.data') ? [...names, dataKey] : names)
  const cookie = landing.test(path) ? storedSearchIn(request.headers.cookie) : ''
  const url = read.size > 0 ? `${path}?${read}` : path
  return { key: `${origin} ${url} ${cookie}`, url }
}

function readOf(given: URLSearchParams, names: readonly string[]): URLSearchParams {
  const read = new URLSearchParams()
  for (const name of names) {
    const value = given.get(name)
    if (value && isUnderstood(name, value)) read.set(name, value)
  }
  return read
}

/** A price that is none, say, is read as if it were not there. */
const isUnderstood = (name: string, value: string): boolean =>
  !choices.has(name) || searchQuery.shape[name as keyof typeof searchQuery.shape].safeParse(value).success
const choices: ReadonlySet<string> = new Set([
  'price',
  'rating',
  'sort',
  'available',
  'timeOfDay',
  'utcOffset',
  'exact',
])

function storedSearchIn(cookie = ''): string {
  const stored = /(?:^|;\s*)marga\.search=([^;]*)/.exec(cookie)?.[1]
  if (stored === undefined) return ''
  try {
    const given = new URLSearchParams(decodeURIComponent(stored))
    return readOf(given, Object.keys(searchQuery.shape)).toString()
  } catch {
    return ''
  }
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/**
 * A page that was rendered with this nonce. It is given to many, so that a script of it runs by what it holds and not
 * by its nonce, which somebody else could read; whoever wrote anything into the page could not know the nonce, so
 * only scripts of ours are named. Styles, which parts of a page add while it is open, keep it.
 */
export async function cachedPageOf(
  response: Response,
  nonce: string,
  policyOf: PolicyOf,
): Promise<CachedPage> {
  const text = await response.text()
  const policy = policyOf({ scripts: hashesOf(text, nonce), styles: [`'nonce-${nonce}'`] })
  const headers: CachedPage['headers'] = [...response.headers, ['content-security-policy', policy]]
  return { status: response.status, headers, body: cachedResponseOf(text) }
}

const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/** Of the scripts that stand in the page itself. */
const hashesOf = (page: string, nonce: string): string[] =>
  [...page.matchAll(script)]
    .filter(([, attributes = '', text]) => text && attributes.includes(` nonce="${nonce}"`))
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)

export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: CachedPage,
) {
  for (const [name, value] of headers) reply.header(name, value)
  reply.code(status)
  // What failed is not to be taken for what somebody holds.
  return status === 200 ? sendCached(request, reply, body) : reply.send(body.plain)
}
