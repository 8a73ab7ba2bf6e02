import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadRelevanceMentors } from '../testing/relevance-set/load.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { registerSitemap } from './sitemap.ts'

let test: TestApp
let ids: string[]
beforeAll(async () => {
  test = await startTestApp()
  ids = await loadRelevanceMentors(test)
})
afterAll(() => test.close())

const get = async (url: string) => String((await test.request('GET', url)).body.text)

it('tells search engines where the public pages are and what is not for them', async () => {
  const robots = await get('/robots.txt')
  expect(robots).toContain('Sitemap: http://localhost:3999/sitemap.xml')
  expect(robots).toContain('Disallow: /mentees')
  for (const page of ['login', 'mentee-register', 'mentor-register'])
    expect(robots).toMatch(new RegExp(`^Allow: /auth/${page}$`, 'm'))
})

it('lists every public profile once, and nobody who is not public', async () => {
  await test.app.db.transact(async (tx) => {
    await tx.updateTable('account').set({ isBlocked: true }).where('id', '=', ids[0]!).execute()
    await test.app.searchIndex.refresh(tx, ids[0]!)
  })
  const map = await get('/sitemap.xml')
  const listed = [...map.matchAll(/profile\/([^<]+)<\/loc>/g)].map(([, id]) => id)
  expect(listed.sort()).toEqual(ids.slice(1).sort())
  for (const path of ['browse/mentor/search', 'terms', 'privacy', 'refunds', 'grievance', 'cookies'])
    expect(map).toContain(`<loc>http://localhost:3999/${path}</loc>`)
})

it('is built once for all who ask at a time, in files of which each begins where the one before it ends', async () => {
  const app = Fastify()
  const all = Array.from({ length: 5 }, (_, n) => ({ mentorId: `mentor-${n}`, changedAt: new Date(0) }))
  const asked: string[] = []
  registerSitemap(app, {
    publicUrl: () => 'https://marga.example',
    entries: 2,
    source: {
      fileStarts: async (entries) => all.filter((_, n) => n % entries === 0).map(({ mentorId }) => mentorId),
      async listedFrom(from, limit) {
        asked.push(from)
        const at = all.findIndex(({ mentorId }) => mentorId === from)
        return all.slice(at, at + limit)
      },
    },
  })
  const read = async (url: string) => (await app.inject(url)).body
  expect(await read('/sitemap.xml')).toContain('<loc>https://marga.example/sitemap.xml?part=3</loc>')
  const parts = await Promise.all([1, 1, 2, 2, 3, 3].map((part) => read(`/sitemap.xml?part=${part}`)))
  const listed = (xml: string) => [...xml.matchAll(/profile\/([^<]+)</g)].map(([, id]) => id)
  expect([0, 2, 4].map((n) => listed(parts[n]!))).toEqual([
    ['mentor-0', 'mentor-1'],
    ['mentor-2', 'mentor-3'],
    ['mentor-4'],
  ])
  expect(asked).toEqual(['mentor-0', 'mentor-2', 'mentor-4'])
  expect((await app.inject('/sitemap.xml?part=4')).statusCode).toBe(404)
  await app.close()
})

it('has no more parts than there are mentors for', async () => {
  expect((await test.request('GET', '/sitemap.xml?part=2')).status).toBe(404)
  expect((await test.request('GET', '/sitemap.xml?part=x')).status).toBe(404)
})
