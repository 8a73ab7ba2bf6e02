import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ResponseCache } from '../platform/cache/response-cache.ts'
import { invalidField } from '../platform/errors.ts'
import { type CachedPage, cachedPageOf, publicPageOf, sendPage } from './cached-pages.ts'
import type { TagsOf } from './cached-responses.ts'
import type { InProcessCall, InProcessCallFor } from './in-process-call.ts'
import { isHost } from './malformed.ts'
import { limitAllRoutes } from './request-limits.ts'
import { newNonce, type PolicyOf } from './security-headers.ts'

export type SsrHostOptions = {
  /** `web/build`: holds `client/` and `server/index.js`. */
  buildDir: string
  callFor: InProcessCallFor
  nonceOf: (request: FastifyRequest) => string
  policyOf: PolicyOf
  /** Address under which the site is known, for canonical links; else each request's own. */
  publicUrl?: string
  /** Whether tokens in an address were given to the browser with these cookies. */
  isSignInProven: (cookies: string | undefined, refreshToken: string) => boolean
  /** Rendered public pages, emptied by whatever changes them. */
  pages: ResponseCache<CachedPage>
  tagsOf: TagsOf
}

type HostContext = {
  call: InProcessCall
  nonce: string
  origin: string
  isSignInProven: (refreshToken: string) => boolean
  report: (error: unknown) => void
}
type WebHandler = (request: Request, host: HostContext) => Promise<Response>
/** The part of the built site that the host touches. React Router itself lives inside that file. */
type WebBuild = { entry: { module: { createWebHandler: (build: unknown) => WebHandler } } }

/** What other parts of the server answer; an address there that nobody knows is not a page. */
const notPages = /^\/(?:api|socket\.io|healthz|readyz|metrics|sandbox|uploads|assets)(?:[/?]|$)/

/** Serves the built site: its files as they are, every other address as a server-rendered page. */
export async function registerSsrHost(app: FastifyInstance, options: SsrHostOptions): Promise<void> {
  const { buildDir, callFor, nonceOf, pages } = options
  const build = (await import(pathToFileURL(join(buildDir, 'server/index.js')).href)) as WebBuild
  const handle = build.entry.module.createWebHandler(build)

  await app.register(async (files) => {
    limitAllRoutes(files, 'file')
    const client = join(buildDir, 'client')
    const common: FastifyStaticOptions = {
      root: client,
      index: false,
      // scripts/lib/compress.mjs writes a .br beside each file that gains by it.
      preCompressed: true,
      setHeaders(reply, path) {
        reply.header('cache-control', cachingOf(path))
      },
    }
    // A route for each of hundreds of files is a good part of a start; what lies beside that folder has pages beside it.
    await files.register(fastifyStatic, { ...common, root: join(client, 'assets'), prefix: '/assets/' })
    await files.register(fastifyStatic, {
      ...common,
      wildcard: false,
      globIgnore: ['assets/**'],
      decorateReply: false,
    })
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { limit: 'page' },
    async handler(request, reply) {
      if (notPages.test(request.url)) return reply.callNotFound()
      const origin = options.publicUrl?.replace(/\/$/, '') ?? originOf(request)
      const render = (nonce: string, url = pathOf(request), call = callFor(request.network)) =>
        handle(webRequest(request, reply, `${origin}${url}`), {
          call,
          nonce,
          origin,
          isSignInProven: (token) => options.isSignInProven(request.headers.cookie, token),
          report: (error) => request.log.error({ err: error }, 'page failed'),
        })
      const open = publicPageOf(request, origin)
      if (open === undefined) return reply.send(forOneOnly(await render(nonceOf(request))))
      const cached = pages.get(open.key)
      if (cached) return sendPage(request, reply, cached)
      const since = pages.generation()
      const { call, tags } = notingTags(callFor(request.network), options.tagsOf)
      const nonce = newNonce()
      const page = await cachedPageOf(
        forOneOnly(await render(nonce, open.url, call)),
        nonce,
        options.policyOf,
      )
      if (page.status === 200) pages.put(open.key, page, { since, of: tags() })
      return sendPage(request, reply, page)
    },
  })
}

/** Calls, and what all of their answers together are made of. */
function notingTags(inner: InProcessCall, tagsOf: TagsOf) {
  const noted = new Set<string>()
  let isKnown = true
  const call: InProcessCall = async (endpoint, input) => {
    let tags: ReturnType<TagsOf>
    try {
      const answer = await inner(endpoint, input)
      tags = tagsOf(endpoint, input, answer)
      return answer
    } finally {
      // A page may stand though something that it asked for failed: whatever changes may mend it.
      if (tags) for (const tag of tags) noted.add(tag)
      else isKnown = false
    }
  }
  return { call, tags: () => (isKnown ? [...noted] : undefined) }
}

function cachingOf(path: string): string {
  // Files under assets/ carry a hash of their content in their name.
  if (path.includes('/client/assets/')) return 'public, max-age=31536000, immutable'
  // It names its release, and an old one would go on giving that. By size and date, which are all that is compared
  // of a file otherwise, two releases may be the same: builds that can be repeated set the date.
  return /\/client\/worker\.js(?:\.br)?$/.test(path) ? 'no-store' : 'public, max-age=3600'
}

/** @throws AppError invalid_request: a proxy may pass on whatever it was told */
function originOf({ protocol, host }: FastifyRequest): string {
  if (!/^https?$/.test(protocol) || !isHost(host))
    throw invalidField('host', 'This is not the address of a site.')
  return `${protocol}://${host}`
}

/** Some clients send whole addresses; which site they are sent to, the connection says. */
const pathOf = ({ originalUrl }: FastifyRequest) =>
  originalUrl.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')

/** Each page has a policy of its own, so no cache between may keep it for others. */
function forOneOnly(response: Response): Response {
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-cache')
  return response
}

/** The request as the Fetch API has it; aborted when the browser goes away. */
function webRequest(request: FastifyRequest, reply: FastifyReply, url: string): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
    else for (const one of value ?? []) headers.append(name, one)
  }
  return new Request(url, {
    method: request.method,
    headers,
    signal: gone.signal,
  })
}
