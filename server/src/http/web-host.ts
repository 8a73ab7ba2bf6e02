import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerCache } from '../platform/cache/answer-cache.ts'
import { type CachedPage, cachedPageOf, pageKey, renderingNonce, sendPage } from './cached-pages.ts'
import type { InProcessCall } from './in-process-call.ts'

export type WebHostOptions = {
  /** `web/build`: holds `client/` and `server/index.js`. */
  buildDir: string
  call: InProcessCall
  nonceOf: (request: FastifyRequest) => string
  /** Address under which the site is known, for canonical links; else each request's own. */
  publicUrl?: string
  /** Rendered public pages, emptied by whatever changes them. */
  pages: AnswerCache<CachedPage>
}

type HostContext = {
  call: InProcessCall
  nonce: string
  origin: string
  report: (error: unknown) => void
}
type WebHandler = (request: Request, host: HostContext) => Promise<Response>
/** The part of the built site that the host touches. React Router itself lives inside that file. */
type WebBuild = { entry: { module: { createWebHandler: (build: unknown) => WebHandler } } }

/** What other parts of the server answer; an address there that nobody knows is not a page. */
const notPages = /^\/(?:api|socket\.io|healthz|readyz|metrics|sandbox|uploads|assets)(?:[/?]|$)/

/** Serves the built site: its files as they are, every other address as a server-rendered page. */
export async function registerWebHost(app: FastifyInstance, options: WebHostOptions): Promise<void> {
  const { buildDir, call, nonceOf, pages } = options
  const build = (await import(pathToFileURL(join(buildDir, 'server/index.js')).href)) as WebBuild
  const handle = build.entry.module.createWebHandler(build)

  await app.register(fastifyStatic, {
    root: join(buildDir, 'client'),
    wildcard: false,
    index: false,
    // vite.config.ts writes a .br beside each file that gains by it.
    preCompressed: true,
    setHeaders(reply, path) {
      // Files under assets/ carry a hash of their content in their name.
      const isHashed = path.includes('/client/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    async handler(request, reply) {
      if (notPages.test(request.url)) return reply.callNotFound()
      const origin = options.publicUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.host}`
      const render = (nonce: string) =>
        handle(webRequest(request, reply, origin), {
          call,
          nonce,
          origin,
          report: (error) => request.log.error({ err: error }, 'page failed'),
        })
      const key = pageKey(request, origin)
      if (key === undefined) return reply.send(forOneOnly(await render(nonceOf(request))))
      const kept = pages.get(key)
      if (kept) return sendPage(reply, kept, nonceOf(request))
      const generation = pages.generation()
      const page = await cachedPageOf(forOneOnly(await render(renderingNonce)))
      if (page.status === 200) pages.put(key, page, generation)
      return sendPage(reply, page, nonceOf(request))
    },
  })
}

/** Each page carries its own nonce, so no cache between may keep it for others. */
function forOneOnly(response: Response): Response {
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-cache')
  return response
}

/** The request as the Fetch API has it; aborted when the browser goes away. */
function webRequest(request: FastifyRequest, reply: FastifyReply, origin: string): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
    else for (const one of value ?? []) headers.append(name, one)
  }
  return new Request(new URL(request.originalUrl, origin), {
    method: request.method,
    headers,
    signal: gone.signal,
  })
}
