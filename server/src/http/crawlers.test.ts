import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadJudgedMentors } from '../testing/judged-search/load.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let ids: string[]
beforeAll(async () => {
  test = await startTestApp()
  ids = await loadJudgedMentors(test)
})
afterAll(() => test.close())

const get = async (url: string) => String((await test.request('GET', url)).body.text)

it('tells search engines where the public pages are and what is not for them', async () => {
  const robots = await get('/robots.txt')
  expect(robots).toContain('Sitemap: http://localhost:3999/sitemap.xml')
  expect(robots).toContain('Disallow: /mentees')
  expect(robots).toMatch(/^Allow: \/auth\/login$/m)
})

it('lists every public profile once, and nobody who is not public', async () => {
  await test.app.db.transact(async (tx) => {
    await tx.updateTable('account').set({ isBlocked: true }).where('id', '=', ids[0]!).execute()
    await test.app.searchIndex.refresh(tx, ids[0]!)
  })
  const map = await get('/sitemap.xml')
  const listed = [...map.matchAll(/profile\/([^<]+)<\/loc>/g)].map(([, id]) => id)
  expect(listed.sort()).toEqual(ids.slice(1).sort())
  expect(map).toContain('<loc>http://localhost:3999/browse/mentor/search</loc>')
})

it('has no more parts than there are mentors for', async () => {
  expect((await test.request('GET', '/sitemap.xml?part=2')).status).toBe(404)
  expect((await test.request('GET', '/sitemap.xml?part=x')).status).toBe(404)
})
