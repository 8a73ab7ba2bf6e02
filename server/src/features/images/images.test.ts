import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMentee, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  mentee = await newMentee(test)
})
afterAll(() => test.close())

async function upload(file: Buffer, filename = 'me.png', type = 'image/png') {
  const form = new FormData()
  form.set('upload_preset', 'marga')
  form.set('file', new Blob([new Uint8Array(file)], { type }), filename)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const response = await test.fastify.inject({
    method: 'POST',
    url: '/api/uploads/images',
    headers: {
      authorization: `Bearer ${mentee.token}`,
      'content-type': request.headers.get('content-type')!,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: response.statusCode, body: response.json() }
}

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
    const answer = await test.request('POST', '/api/uploads/images', { token: mentee.token, body: {} })
    expect([answer.status, answer.body.fields]).toEqual([400, { file: 'Choose a picture to upload.' }])
  })
})
