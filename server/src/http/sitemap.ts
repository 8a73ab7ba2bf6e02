import type { FastifyInstance } from 'fastify'
import { minutesMs } from '../platform/clock.ts'
import { type CachedResponse, cachedResponseOf, sendCached } from './cached-responses.ts'
import { publicPages } from './public-pages.ts'
import { escapeHtml } from './sandbox-page.ts'
import { createSingleFlight } from './single-flight.ts'

/** A file may hold 50,000; smaller ones take less time and memory to build. More stand in numbered files. */
const entriesMax = 10_000
const ttlMs = minutesMs(10)
/** Built files that are kept: about a megabyte each. */
const filesKept = 8

export type ListedAddress = { mentorId: string; changedAt: Date }
export type SitemapSource = {
  /** The first public mentor of each file, by id. */
  fileStarts: (entriesMax: number) => Promise<string[]>
  /** Public mentors by id, from the given one on. */
  listedFrom: (from: string, limit: number) => Promise<readonly ListedAddress[]>
}

const head = '<?xml version="1.0" encoding="UTF-8"?>'
const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

type Options = { publicUrl: () => string; source: SitemapSource; entries?: number }

/** /sitemap.xml: the public pages and every public profile. Each file is built once for all who ask. */
export function registerSitemap(app: FastifyInstance, { publicUrl, source, entries = entriesMax }: Options) {
  const starts = createSingleFlight<string[]>({ ttlMs, entriesMax: 1 })
  const files = createSingleFlight<CachedResponse>({ ttlMs, entriesMax: filesKept })
  const at = (path: string) => escapeHtml(new URL(path, publicUrl()).href)

  const indexOf = (count: number) => {
    const parts = Array.from(
      { length: count },
      (_, index) => `<sitemap><loc>${at(`/sitemap.xml?part=${index + 1}`)}</loc></sitemap>`,
    )
    return `${head}<sitemapindex ${schema}>${parts.join('')}</sitemapindex>`
  }

  async function fileOf(part: number, start: string | undefined) {
    const own = part <= 1 ? publicPages.map((path) => `<url><loc>${at(path)}</loc></url>`) : []
    const mentors = start === undefined ? [] : await source.listedFrom(start, entries)
    const profiles = mentors.map(
      ({ mentorId, changedAt }) =>
        `<url><loc>${at(`/browse/mentor/profile/${mentorId}`)}</loc><lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod></url>`,
    )
    return `${head}<urlset ${schema}>${[...own, ...profiles].join('')}</urlset>`
  }

  app.get<{ Querystring: { part?: string } }>(
    '/sitemap.xml',
    { config: { limit: 'document' } },
    async (request, reply) => {
      const known = await starts('starts', () => source.fileStarts(entries))
      const count = Math.max(1, known.length)
      const part = Number(request.query.part ?? 0)
      if (!Number.isInteger(part) || part < 0 || part > count) return reply.callNotFound()
      const file = await files(String(part), async () =>
        cachedResponseOf(
          part === 0 && count > 1 ? indexOf(count) : await fileOf(part, known[Math.max(part, 1) - 1]),
        ),
      )
      return sendCached(request, reply.type('application/xml; charset=utf-8'), file)
    },
  )
}
