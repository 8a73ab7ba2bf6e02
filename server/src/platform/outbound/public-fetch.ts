import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { acceptedEncodings, readBounded } from './bounded-body.ts'
import { FetchProblem } from './fetch-problem.ts'
import { isPublicAddress, type ResolveName, resolveName } from './public-addresses.ts'

type Deps = {
  userAgent: string
  /** For tests, whose servers are on this machine. */
  isAllowed?: (address: string) => boolean
  resolve?: ResolveName
}
export type FetchBounds = { seconds: number; bytesMax: number }
type Asked = FetchBounds & { etag?: string | null }
export type Fetched = { body: Buffer; etag: string | null }

const redirectsMax = 3
const redirects = [301, 302, 303, 307, 308]

/**
 * Reads addresses that people give, which may lead anywhere: only the internet is reached, by the very address that
 * was looked at, with nothing sent along that could open a door, and bounded in time and size.
 */
export function createPublicFetch(deps: Deps) {
  return {
    /**
     * @returns undefined where it is as it was when it had that etag
     * @throws FetchProblem
     */
    read: (address: string, asked: Asked) => readInTime(deps, address, asked),
  }
}
export type PublicFetch = ReturnType<typeof createPublicFetch>

/** One span of time for everything: names, redirects, and a body that comes byte by byte. */
async function readInTime(deps: Deps, address: string, asked: Asked): Promise<Fetched | undefined> {
  const signal = AbortSignal.timeout(asked.seconds * 1000)
  try {
    // Raced as well as passed on: whatever does not heed the signal is left behind all the same.
    return await Promise.race([follow(deps, toUrl(address), { ...asked, signal }), abortOf(signal)])
  } catch (error) {
    if (signal.aborted) throw new FetchProblem('too_slow', { cause: error })
    throw toProblem(error)
  }
}

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

type Run = Asked & { signal: AbortSignal }

async function follow(deps: Deps, first: URL, run: Run): Promise<Fetched | undefined> {
  let url = first
  for (let hops = 0; hops <= redirectsMax; hops++) {
    const response = await open(deps, url, run)
    try {
      const status = response.statusCode ?? 0
      if (status === 200) {
        const etag = response.headers.etag
        const body = await readBounded(response, run.bytesMax, run.signal)
        return { body, etag: etag && etag.length <= 500 ? etag : null }
      }
      if (status === 304 && run.etag) return undefined
      if (!redirects.includes(status) || !response.headers.location)
        throw new FetchProblem('refused', { status })
      url = nextOf(url, response.headers.location)
    } finally {
      response.destroy()
    }
  }
  throw new FetchProblem('too_many_redirects')
}

function toUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new FetchProblem('invalid_address')
  const url = new URL(address, base)
  // A password would be sent as a header, and to wherever the address leads next.
  if (url.username || url.password) throw new FetchProblem('has_password')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new FetchProblem('invalid_address')
  return url
}

function nextOf(url: URL, location: string): URL {
  const next = toUrl(location, url)
  if (url.protocol === 'https:' && next.protocol === 'http:') throw new FetchProblem('insecure_redirect')
  return next
}

function open(deps: Deps, url: URL, { etag, signal }: Run): Promise<IncomingMessage> {
  const isAllowed = deps.isAllowed ?? isPublicAddress
  const name = url.hostname.replace(/^\[|\]$/g, '')
  // What is written as an address is never looked up.
  if (isIP(name) && !isAllowed(name)) throw new FetchProblem('private_network')
  const options: RequestOptions = {
    // Connections of its own: none is kept, and no proxy of the process is asked.
    agent: false,
    signal,
    lookup: lookupWith(deps.resolve ?? resolveName, isAllowed),
    headers: {
      accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
      'accept-encoding': acceptedEncodings,
      'user-agent': deps.userAgent,
      ...(etag ? { 'if-none-match': etag } : {}),
    },
  }
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options)
    request.once('response', resolve)
    // Also for what breaks after the answer has begun, which the reader of the body hears too.
    request.on('error', reject)
    // Nothing was asked to become another protocol. Unheard, Node ends the connection without any of the others.
    request.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(new FetchProblem('unreachable'))
    })
    request.once('close', () => reject(new FetchProblem('unreachable')))
    request.end()
  })
}

/** Connects to what was looked at: the name is asked once, and not again between the look and the connection. */
function lookupWith(resolve: ResolveName, isAllowed: (address: string) => boolean): LookupFunction {
  return (name, { all }, callback) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses
        const problem =
          first === undefined
            ? new FetchProblem('unknown_name')
            : !addresses.every((address) => isAllowed(address)) && new FetchProblem('private_network')
        if (problem) return callback(problem, '')
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        return all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family)
      },
      () => callback(new FetchProblem('unknown_name'), ''),
    )
  }
}

function toProblem(error: unknown): FetchProblem {
  if (error instanceof FetchProblem) return error
  const code = String((error as { code?: unknown })?.code ?? '')
  if (/^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    return new FetchProblem('untrusted', { cause: error })
  if (/^(?:Z_|ERR_BROTLI|ERR__ERROR_FORMAT|HPE_)/.test(code))
    return new FetchProblem('unreadable', { cause: error })
  return new FetchProblem('unreachable', { cause: error })
}
