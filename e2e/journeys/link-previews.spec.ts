import { api } from '@marga/contract/api'
import { addressesOf } from '../support/areas.ts'
import { must } from '../support/client.ts'
import { expect, test } from '../support/journey.ts'

test('every public page names a picture of its own for those who are sent its link, and it is there', async ({
  newPerson,
  app,
}) => {
  const page = await newPerson()
  await page.goto('/')
  const pictures = new Map<string, string>()
  const sitemap = await (await page.request.get(`${app.url}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map(([, address]) => new URL(address!).pathname)
    .filter((path) => !path.startsWith('/browse/mentor/profile/'))
  for (const address of new Set([...listed, ...(await addressesOf('public', app))])) {
    const response = await page.request.get(`${app.url}${address}`)
    const html = await response.text()
    const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1]
    if (response.status() !== 200 || picture === undefined) continue
    // The address that the product tells the world, which here is not the one it is reached at.
    const { pathname } = new URL(picture)
    const size = await page.evaluate(async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    }, pathname)
    expect(size, address).toEqual([1200, 630])
    pictures.set(address.split('?')[0]!, pathname)
  }
  expect([...pictures.keys()]).toEqual(
    expect.arrayContaining(['/', '/browse/mentor/search', '/faq', '/terms', '/auth/mentor-register']),
  )
  expect(new Set(pictures.values()).size).toBe(pictures.size)
  const bodies = new Map<string, string>()
  for (const [address, pathname] of pictures) {
    const body = await (await page.request.get(`${app.url}${pathname}`)).body()
    bodies.set(address, body.toString('base64'))
  }
  // The other pages, which are of no use to others, show the product.
  expect(new Set(listed.map((address) => bodies.get(address))).size).toBe(new Set(listed).size)
  expect(listed).toContain('/auth/mentor-register')
})

test('search engines are told what the public pages hold, as data that can be read', async ({
  newPerson,
  app,
}) => {
  const page = await newPerson()
  const dataOf = async (address: string) => {
    await page.goto(address)
    const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
    expect(texts.length, address).toBeGreaterThan(0)
    return texts.map((text) => JSON.parse(text) as Record<string, unknown>)
  }
  const [site] = await dataOf('/')
  expect(JSON.stringify(site)).toContain('"WebSite"')
  const [list] = await dataOf('/browse/mentor/search?search=react')
  expect(list).toMatchObject({ '@type': 'ItemList' })
  const entries = list!.itemListElement as { position: number; name: string; url: string }[]
  const { mentorsSearchResult } = await must(app.url, api.search.mentors, {
    query: { search: 'react', limit: 12 },
  })
  expect(entries.map(({ position, name }) => [position, name])).toEqual(
    mentorsSearchResult.map(({ firstName, lastName }, index) => [index + 1, `${firstName} ${lastName}`]),
  )
  const [profile] = await dataOf(new URL(entries[0]!.url).pathname)
  expect(JSON.stringify(profile)).toContain(entries[0]!.name)
  expect(JSON.stringify(await dataOf('/faq'))).toContain('"FAQPage"')
})
