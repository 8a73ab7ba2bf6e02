import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mentorForm, newMentor, newModerator, type TestPerson } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { handleErrors } from './error-responses.ts'
import { registerSocialImages } from './social-images.ts'

let test: TestApp
let mentor: TestPerson
let app: FastifyInstance
let photos: string[] = []
let photoAddress = '/uploads/here.webp'
let isListed = true
/** Paths that were asked for to be read. */
const asked: string[] = []

/** One colour, so that it is found again in what is drawn. */
const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0000ff' } })
  .webp()
  .toBuffer()

beforeAll(async () => {
  test = await startTestApp()
  const moderator = await newModerator(test)
  mentor = await newMentor(test, moderator, { ...mentorForm(), firstName: 'Asha', lastName: 'Łukasz' })
  app = Fastify({ logger: { level: 'error' } })
  handleErrors(app)
  registerSocialImages(app, {
    pages: ['/one', '/two'],
    productName: 'Marga',
    markFile: undefined,
    source: {
      findMentor: async (mentorId) => {
        const [card] = await test.app.search.cards([mentorId])
        return isListed ? card && { ...card, profileImageUrl: photoAddress } : undefined
      },
      readPhoto: async (address) => {
        photos.push(address)
        return photo
      },
    },
  })
  app.addHook('onRequest', async ({ url }) => {
    if (!url.startsWith('/social/')) asked.push(url)
  })
  for (const title of ['One', 'Two &amp; &quot;three&quot;'])
    app.get(`/${title.slice(0, 3).toLowerCase()}`, async (_request, reply) =>
      reply.type('text/html').send(`<meta property="og:title" content="${title}"/>`),
    )
})
afterAll(async () => {
  await app.close()
  await test.close()
})

const get = async (url: string) => {
  const response = await app.inject({ method: 'GET', url })
  return { ...response, status: response.statusCode, bytes: response.rawPayload }
}
const profile = (id: string) => `/social/browse/mentor/profile/${id}.jpg`

it('shows a mentor who is listed by photo, and nobody else', async () => {
  const { status, headers, bytes } = await get(profile(mentor.id))
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'image/jpeg',
    'public, max-age=300',
  ])
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  const middle = await sharp(bytes).extract({ left: 230, top: 240, width: 10, height: 10 }).png().toBuffer()
  expect((await sharp(middle).stats()).channels.map(({ mean }) => Math.round(mean / 32))).toEqual([0, 0, 8])
  expect((await get(profile(test.app.newId()))).status).toBe(404)
  await get(profile(mentor.id))
  expect(photos).toEqual(['/uploads/here.webp'])
  photos = []
})

it('shows a mentor as of now: another photo at once, and whoever is listed no longer not at all', async () => {
  await get(profile(mentor.id))
  photoAddress = '/uploads/other.webp'
  await get(profile(mentor.id))
  expect(photos).toEqual([photoAddress])
  isListed = false
  expect((await get(profile(mentor.id))).status).toBe(404)
  isListed = true
})

it('is made for each page of what the page says of itself, and the product’s for every other path', async () => {
  const [one, two, other, wrong] = await Promise.all([
    get('/social/one.jpg'),
    get('/social/two.jpg'),
    get('/social/no/such/page.jpg'),
    get('/social/..%2fsecret.jpg'),
  ])
  expect(asked.sort()).toEqual(['/one', '/two'])
  for (const { status, bytes } of [one, two, other, wrong]) {
    expect(status).toBe(200)
    expect((await sharp(bytes).metadata()).width).toBe(1200)
  }
  expect(one.bytes.equals(two.bytes)).toBe(false)
  expect(one.bytes.equals(other.bytes)).toBe(false)
  expect(wrong.bytes.equals(other.bytes)).toBe(true)
  expect((await get('/social/one.png')).status).toBe(404)
})
