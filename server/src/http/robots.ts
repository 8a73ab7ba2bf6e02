import type { FastifyInstance } from 'fastify'
import { publicPages } from './public-pages.ts'

const closed = ['/api/', '/mentees', '/mentors', '/moderator', '/sandbox/', '/auth/']

/** /robots.txt: what is for search engines, and what is not. */
export function registerRobots(app: FastifyInstance, { publicUrl }: { publicUrl: () => string }) {
  app.get('/robots.txt', { config: { limit: 'document' } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          'User-agent: *',
          ...publicPages
            .filter((page) => closed.some((path) => page.startsWith(path)))
            .map((page) => `Allow: ${page}`),
          ...closed.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${new URL('/sitemap.xml', publicUrl()).href}`,
          '',
        ].join('\n'),
      ),
  )
}
