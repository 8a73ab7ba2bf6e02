import { allEndpoints } from '@marga/contract/api'
import type { FastifyInstance } from 'fastify'
import { describeApi } from './openapi.ts'
import { escapeHtml, sandboxPage, sandboxStyle } from './sandbox-page.ts'

/** /api/openapi.json for programs and /api/docs for people, both made from the contract. */
export function registerApiDocs(app: FastifyInstance, of: { productName: string; publicUrl: () => string }) {
  app.get('/api/openapi.json', async () => describeApi(of.productName, of.publicUrl()))
  app.get('/sandbox/style.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(sandboxStyle),
  )
  app.get('/api/docs', async (_request, reply) => {
    const list = allEndpoints().map(
      ([
        name,
        endpoint,
      ]) => `<article id="${escapeHtml(name)}"><strong>${endpoint.method} ${escapeHtml(endpoint.path)}</strong>
        <br>${escapeHtml(endpoint.summary)}
        <br>For: ${escapeHtml(Array.isArray(endpoint.access) ? endpoint.access.join(', ') : endpoint.access === 'public' ? 'everybody' : 'everybody; a token is optional')}
        ${endpoint.errors ? `<br>Refuses with: ${escapeHtml(endpoint.errors.join(', '))}` : ''}</article>`,
    )
    return reply
      .type('text/html; charset=utf-8')
      .send(
        sandboxPage(
          `${of.productName} API`,
          `<p><a href="/api/openapi.json">openapi.json</a></p>${list.join('')}`,
        ),
      )
  })
}
