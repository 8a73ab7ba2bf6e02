import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type CachedPage, pageBytes } from '../http/cached-pages.ts'
import { registerSsrHost, type SsrHostOptions } from '../http/ssr-host.ts'
import { createResponseCache } from '../platform/cache/response-cache.ts'

/** Its one handler answers what it was given. */
const builtServer = `
let renderings = 0
export const entry = { module: { createWebHandler: (build) => async (request, host) => {
  if (new URL(request.url).pathname === '/broken') host.report(new Error('seen'))
  const seen = { url: request.url, method: request.method, cookie: request.headers.get('cookie'),
    nonce: host.nonce, origin: host.origin, isProven: host.isSignInProven('token'), hasBuild: build.entry !== undefined }
  if (new URL(request.url).pathname.startsWith('/browse/mentor/profile/')) {
    const id = request.url.split('/').at(-1)
    for (const one of id.split('-and-')) await host.call({}, { params: { id: one } }).catch(() => {})
    return new Response('rendered ' + ++renderings, { headers: { 'content-type': 'text/html' } })
  }
  if (['/', '/faq'].includes(new URL(request.url).pathname))
    return new Response('rendered ' + ++renderings + ' <script nonce="' + host.nonce + '">run(' + renderings + ')</script>'
      + '<script>notOurs()</script><script async="" src="/a.js" nonce="' + host.nonce + '"></script>',
      { headers: { 'content-type': 'text/html' } })
  return new Response(JSON.stringify(seen), { status: 203, headers: { 'content-type': 'text/html', 'x-page': 'yes' } })
} } }`

const idOf = ({ params }: { params?: unknown }) => (params as { id: string }).id

/** A built site in small, in a folder of its own, and the host that serves it. */
export async function makeSmallSite() {
  const buildDir = await mkdtemp(join(tmpdir(), 'web-host-'))
  await mkdir(join(buildDir, 'client/assets'), { recursive: true })
  await mkdir(join(buildDir, 'server'))
  await writeFile(join(buildDir, 'package.json'), '{"type":"module"}')
  await writeFile(join(buildDir, 'server/index.js'), builtServer)
  await writeFile(join(buildDir, 'client/assets/app-1a2b.js'), 'export {}')
  await writeFile(join(buildDir, 'client/assets/app-1a2b.js.br'), 'compressed')
  await writeFile(join(buildDir, 'client/favicon.svg'), '<svg/>')
  for (const name of ['worker.js', 'worker.js.br']) await writeFile(join(buildDir, 'client', name), 'self')
  await writeFile(join(buildDir, 'client/favicon.ico'), 'icon')
  const pages = createResponseCache<CachedPage>({
    clock: { now: () => new Date(0) },
    bytesMax: 1_000_000,
    sizeOf: pageBytes,
    ttlMs: 1000,
    isListening: () => true,
  })
  return {
    pages,
    serveOn: (app: FastifyInstance, options: Partial<SsrHostOptions> = {}) =>
      registerSsrHost(app, {
        buildDir,
        callFor: () => (_endpoint, input) =>
          idOf(input) === 'failing' ? Promise.reject(new Error('failed')) : Promise.resolve({} as never),
        tagsOf: (_endpoint, input) => (idOf(input) === 'unknown' ? undefined : [idOf(input)]),
        nonceOf: (request) => `nonce-of-${request.id}`,
        policyOf: ({ scripts, styles }) => `scripts ${scripts.join(' ')}; styles ${styles.join(' ')}`,
        pages,
        isSignInProven: (cookies, token) => cookies === `proof-of=${token}`,
        ...options,
      }),
    remove: () => rm(buildDir, { recursive: true }),
  }
}
