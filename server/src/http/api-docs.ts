import { allEndpoints } from '@marga/contract/api'
import type { FastifyInstance } from 'fastify'
import { type CachedResponse, cachedResponseOf, sendCached } from './cached-responses.ts'
import { describeApi } from './openapi.ts'
import { escapeHtml, sandboxPage, sandboxStyle } from './sandbox-page.ts'
import { createSingleFlight } from './single-flight.ts'

/** /api/openapi.json for programs and /api/docs for people, both made from the contract. */
export function registerApiDocs(app: FastifyInstance, of: { productName: string; publicUrl: () => string }) {
  const config = { limit: 'document' } as const
  // They change with a release only, or with the address, which is known once the port is.
  const documents = createSingleFlight<CachedResponse>({ ttlMs: Number.POSITIVE_INFINITY, entriesMax: 2 })
  app.get('/api/openapi.json', { config }, async (request, reply) => {
    const publicUrl = of.publicUrl()
    const document = await documents(publicUrl, async () =>
      cachedResponseOf(JSON.stringify(describeApi(of.productName, publicUrl))),
    )
    return sendCached(request, reply, document)
  })
  app.get('/sandbox/style.css', { config: { limit: 'file' } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(sandboxStyle),
  )
  app.get('/api/docs', { config }, async (request, reply) => {
    const page = await documents('docs', async () => cachedResponseOf(docsPage(of.productName)))
    return sendCached(request, reply.type('text/html; charset=utf-8'), page)
  })
}

function docsPage(productName: string): string {
  const list = allEndpoints().map(
    ([
      name,
      endpoint,
    ]) => `<article id="${escapeHtml(name)}"><strong>${endpoint.method} ${escapeHtml(endpoint.path)}</strong>
        <br>${escapeHtml(endpoint.summary)}
        <br>For: ${escapeHtml(Array.isArray(endpoint.access) ? endpoint.access.join(', ') : endpoint.access === 'public' ? 'everyone' : 'everyone; a token is optional')}
        ${endpoint.errors ? `<br>Refuses with: ${escapeHtml(endpoint.errors.join(', '))}` : ''}</article>`,
  )
  return sandboxPage(
    `${productName} API`,
    `<p><a href="/api/openapi.json">openapi.json</a></p>${list.join('')}`,
  )
}
