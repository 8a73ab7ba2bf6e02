import { randomBytes } from 'node:crypto'
import { searchQuery } from '@marga/contract/search'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A rendered public page, cut where each request's nonce belongs. */
export type CachedPage = { status: number; headers: [string, string][]; parts: string[] }

/** Two bytes a letter at most. */
export const pageBytes = ({ headers, parts }: CachedPage): number =>
  2 * [...headers.flat(), ...parts].reduce((sum, text) => sum + text.length, 0)

/** Stands for the nonce while a page is rendered for everybody; known to this process alone. */
const placeholder = randomBytes(24).toString('base64url')

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

export const renderingNonce = placeholder

export async function cachedPageOf(response: Response): Promise<CachedPage> {
  const headers = [...response.headers]
  return { status: response.status, headers, parts: (await response.text()).split(placeholder) }
}

export function sendPage(reply: FastifyReply, page: CachedPage, nonce: string) {
  for (const [name, value] of page.headers) reply.header(name, value)
  return reply.code(page.status).send(page.parts.join(nonce))
}
