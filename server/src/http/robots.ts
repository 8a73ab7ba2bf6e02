import type { FastifyInstance } from 'fastify'

/** /robots.txt: what is for search engines, and what is not. */
export function registerRobots(app: FastifyInstance, { publicUrl }: { publicUrl: () => string }) {
  app.get('/robots.txt', { config: { limit: 'document' } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          'User-agent: *',
          // People look for it by the name of the product.
          'Allow: /auth/login',
          ...['/api/', '/mentees', '/mentors', '/moderator', '/sandbox/', '/auth/'].map(
            (path) => `Disallow: ${path}`,
          ),
          '',
          `Sitemap: ${new URL('/sitemap.xml', publicUrl()).href}`,
          '',
        ].join('\n'),
      ),
  )
}
