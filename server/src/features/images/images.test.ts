import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMentee, newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { startS3Server } from '../../testing/s3-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { uploadPicture } from '../../testing/uploads.ts'

let test: TestApp
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  mentee = await newMentee(test)
})
afterAll(() => test.close())

const upload = (file: Buffer, filename = 'me.png', type = 'image/png', by = mentee, app: TestApp = test) =>
  uploadPicture(app, by, file, { filename, type })

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c96' } })

describe('an uploaded picture', () => {
  it('is served as WebP under a name of our own, without its metadata', async () => {
    const file = await picture(1600, 1200)
      .withExif({ IFD0: { Copyright: 'somebody at home' } })
      .jpeg()
      .toBuffer()
    const { status, body } = await upload(file, '../../etc/passwd.jpg', 'image/jpeg')
    expect([status, body.width, body.height]).toEqual([201, 1024, 768])
    expect(body.secure_url).toMatch(/^\/uploads\/[0-9a-f-]{36}-\d+\.webp$/)
    const served = await test.fastify.inject({ url: body.secure_url })
    expect(served.headers['content-type']).toBe('image/webp')
    expect(served.rawPayload.includes('somebody at home')).toBe(false)
    const { format, exif } = await sharp(served.rawPayload).metadata()
    expect([format, exif]).toEqual(['webp', undefined])
  })

  it.each([
    ['text', Buffer.from('not a picture at all')],
    [
      'an SVG with script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['nothing', Buffer.alloc(0)],
  ])('is refused when it is %s, whatever it calls itself', async (_, file) => {
    const { status, body } = await upload(file)
    expect([status, body.code]).toEqual([400, 'invalid_image'])
  })

  it('is the same one for whoever asks again with the same key, and known to the sweep whatever comes after', async () => {
    const file = await picture(40, 40).png().toBuffer()
    const send = (key: string, sent = file) =>
      uploadPicture(test, mentee, sent, { headers: { 'idempotency-key': key } })
    const [first, again] = [await send('picture-1'), await send('picture-1')]
    expect([first.status, again]).toEqual([201, first])
    expect((await send('picture-1', await picture(41, 40).png().toBuffer())).status).toBe(409)
    const { pool } = test.app.db
    const count = async () =>
      (await pool.query('select 1 from picture where account_id = $1', [mentee.id])).rowCount
    const before = await count()
    await pool.query('alter table idempotency_key add constraint unkept check (answer is null) not valid')
    expect((await send('picture-2')).status).toBe(500)
    await pool.query('alter table idempotency_key drop constraint unkept')
    expect(await count()).toBe(before! + 1)
  })

  it('is refused when it is cut short', async () => {
    const whole = await picture(400, 400).png({ compressionLevel: 0 }).toBuffer()
    expect((await upload(whole.subarray(0, whole.length / 2))).body.code).toBe('invalid_image')
  })

  it('is refused past 40 megapixels and past 5 MB', async () => {
    const flood = await picture(8000, 6000).png().toBuffer()
    expect((await upload(flood)).body.code).toBe('invalid_image')
    const { status, body } = await upload(Buffer.alloc(5 * 1024 * 1024 + 1))
    expect([status, body.code]).toEqual([413, 'too_large'])
  })

  it('needs a file', async () => {
    const response = await test.request('POST', '/api/uploads/images', { token: mentee.token, body: {} })
    expect([response.status, response.body.fields]).toEqual([400, { file: 'Choose a picture to upload.' }])
  })
})

const validImage = () => picture(40, 40).png().toBuffer()

describe('the address of a profile’s picture', () => {
  const cloud = 'https://res.cloudinary.com/our-cloud/image/upload/v1/me.jpg'
  const elsewhere = [
    'https://tracker.example/me.png',
    'http://localhost:3999.evil.example/uploads/me.webp',
    'https://evil.example/uploads/me.webp',
    'https://res.cloudinary.com/their-cloud/image/upload/me.jpg',
    'https://res.cloudinary.com/our-cloud/../their-cloud/me.jpg',
    'https://res.cloudinary.com/our-cloud/%2e%2e/their-cloud/me.jpg',
    'https://res.cloudinary.com.evil.example/our-cloud/me.jpg',
    'https://user@res.cloudinary.com/our-cloud/me.jpg',
    'http://res.cloudinary.com/our-cloud/me.jpg',
  ]
  const env = { CLOUDINARY_CLOUD_NAME: 'our-cloud', CLOUDINARY_UPLOAD_PRESET: 'ours' }

  it('is one of ours, or of the image host’s cloud that is configured, and no other', async () => {
    const hosted = await startTestApp({ sharing: test, env })
    const mentor = await newMentor(test, await newModerator(test))
    const save = (app: TestApp, person: TestPerson, profileImageUrl: string | null) =>
      app.request('PATCH', `/api/${person.role}s/edit-profile/${person.id}`, {
        token: person.token,
        body: { profileImageUrl },
      })
    for (const person of [mentee, mentor]) {
      const own = (await upload(await picture(40, 40).png().toBuffer(), 'me.png', 'image/png', person)).body
        .secure_url as string
      for (const address of [own, `http://localhost:3999${own}`, '/uploads/demo/anita-kumari.webp'])
        expect(JSON.stringify(ok(await save(test, person, address)))).toContain(
          `"${address.replace('http://localhost:3999', '')}"`,
        )
      for (const address of [...elsewhere, cloud]) {
        const { status, body } = await save(test, person, address)
        expect([status, Object.keys(body.fields ?? {})], address).toEqual([400, ['profileImageUrl']])
      }
      for (const address of elsewhere) expect((await save(hosted, person, address)).status, address).toBe(400)
      ok(await save(hosted, person, cloud))
      // Kept from before: it may stay, and go.
      await test.app.db.pool.query('update account set profile_image_url = $2 where id = $1', [
        person.id,
        elsewhere[0],
      ])
      ok(await save(test, person, elsewhere[0]!))
      ok(await save(test, person, null))
    }
    await hosted.close()
  })
})

describe('the three sizes', () => {
  it('are the picture, and a square of 320 and of 96 pixels under the same name', async () => {
    const { body } = await upload(await picture(900, 600).png().toBuffer())
    const base = body.secure_url.replace('.webp', '')
    const sizes = await Promise.all(
      [`${base}.webp`, `${base}-320.webp`, `${base}-96.webp`].map(async (url) => {
        const served = await test.fastify.inject({ url })
        // Not longer: a picture that is removed is gone from caches, too, within a day.
        expect(served.headers['cache-control']).toBe('public, max-age=86400, immutable')
        const { width, height } = await sharp(served.rawPayload).metadata()
        return [width, height]
      }),
    )
    expect(sizes).toEqual([
      [900, 600],
      [320, 320],
      [96, 96],
    ])
  })
})

describe('with a store that speaks S3', () => {
  it('pictures are kept there and served from here, and an upload fails clearly while it is away', async () => {
    const s3 = await startS3Server()
    const away = await startTestApp({ env: s3.env })
    const person = await newMentee(away)
    const send = async () => upload(await validImage(), 'me.png', 'image/png', person, away)
    const { status, body } = await send()
    expect([status, s3.objects.size]).toEqual([201, 3])
    const served = await away.fastify.inject({ url: body.secure_url })
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(served.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    for (const url of ['/uploads/x.webp', '/uploads/..%2f..%2fetc%2fpasswd', '/uploads/probe']) {
      expect((await away.fastify.inject({ url })).statusCode).toBe(404)
    }

    s3.setMood('dead')
    const failed = await send()
    expect([failed.status, failed.body.code]).toEqual([503, 'unavailable'])
    expect((await away.fastify.inject({ url: body.secure_url })).statusCode).toBe(503)
    s3.setMood('well')
    expect((await send()).status).toBe(201)
    expect(existsSync(join(away.app.uploadsDir, body.secure_url.split('/').at(-1)!))).toBe(false)

    // What was uploaded before the store was changed, and the demo's portraits, are served as before.
    const earlier = `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}-1700000000000.webp`
    writeFileSync(join(away.app.uploadsDir, earlier), 'earlier')
    mkdirSync(join(away.app.uploadsDir, 'demo'))
    writeFileSync(join(away.app.uploadsDir, 'demo/face.webp'), 'portrait')
    expect((await away.fastify.inject({ url: `/uploads/${earlier}` })).body).toBe('earlier')
    expect((await away.fastify.inject({ url: '/uploads/demo/face.webp' })).body).toBe('portrait')
    await away.close()
    await s3.close()
  })
})
