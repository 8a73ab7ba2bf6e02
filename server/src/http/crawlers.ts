import type { FastifyInstance } from 'fastify'
import { escapeHtml } from './sandbox-page.ts'

/** One file holds 50,000 addresses at most; more stand in numbered files that the first one names. */
export const sitemapEntriesMax = 50_000

export type ListedAddress = { mentorId: string; changedAt: Date }

type Options = {
  publicUrl: () => string
  /** Public mentors by id, after the given one. */
  listed: (after: string | undefined, limit: number) => Promise<readonly ListedAddress[]>
  count: () => Promise<number>
}

const pages = [
  '/',
  '/browse/mentor/search',
  '/about',
  '/code-of-conduct',
  '/faq',
  '/contact',
  '/testimonials',
]

/** /robots.txt and /sitemap.xml: the public pages and every public profile, for search engines. */
export function registerCrawlers(app: FastifyInstance, { publicUrl, listed, count }: Options) {
  const at = (path: string) => escapeHtml(new URL(path, publicUrl()).href)
  const xml = 'application/xml; charset=utf-8'
  const head = '<?xml version="1.0" encoding="UTF-8"?>'
  const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

  async function mentorsOfFile(number: number): Promise<readonly ListedAddress[]> {
    let last: string | undefined
    // Each file begins where the one before it ends.
    for (let before = 1; before < number; before++)
      last = (await listed(last, sitemapEntriesMax)).at(-1)?.mentorId
    return number > 1 && last === undefined ? [] : listed(last, sitemapEntriesMax)
  }

  app.get('/robots.txt', async (_request, reply) =>
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

  app.get<{ Querystring: { part?: string } }>('/sitemap.xml', async (request, reply) => {
    const files = Math.max(1, Math.ceil((await count()) / sitemapEntriesMax))
    const part = Number(request.query.part ?? 0)
    if (!Number.isInteger(part) || part < 0 || part > files) return reply.callNotFound()
    reply.type(xml).header('cache-control', 'public, max-age=3600')
    if (part === 0 && files > 1) {
      const parts = Array.from(
        { length: files },
        (_, index) => `<sitemap><loc>${at(`/sitemap.xml?part=${index + 1}`)}</loc></sitemap>`,
      )
      return reply.send(`${head}<sitemapindex ${schema}>${parts.join('')}</sitemapindex>`)
    }
    const own = part <= 1 ? pages.map((path) => `<url><loc>${at(path)}</loc></url>`) : []
    const mentors = (await mentorsOfFile(Math.max(1, part))).map(
      ({ mentorId, changedAt }) =>
        `<url><loc>${at(`/browse/mentor/profile/${mentorId}`)}</loc><lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod></url>`,
    )
    return reply.send(`${head}<urlset ${schema}>${[...own, ...mentors].join('')}</urlset>`)
  })
}
