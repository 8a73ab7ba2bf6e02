import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { marker } from '../../testing/image-bytes.ts'
import { newMentee, type TestPerson } from '../../testing/people.ts'
import { readable } from '../../testing/pictures-with-payloads.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { unreadable } from '../../testing/unreadable-files.ts'
import { isImageFile } from './image-names.rules.ts'

const megabyte = 1024 * 1024
let test: TestApp
let mentee: TestPerson
let goodPng: Buffer
beforeAll(async () => {
  test = await startTestApp()
  mentee = await newMentee(test)
  goodPng = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c96' } })
    .png()
    .toBuffer()
})
afterAll(() => test.close())

const kept = () => readdirSync(test.app.uploadsDir)
const seen = new Set<string>()
/** Whatever was sent: what lies in the store is WebP that we wrote, under a name that we gave. */
afterEach(() => {
  for (const file of kept().filter((name) => !seen.has(name))) {
    seen.add(file)
    const bytes = readFileSync(join(test.app.uploadsDir, file))
    expect(isImageFile(file), file).toBe(true)
    expect(bytes.toString('latin1', 8, 12)).toBe('WEBP')
    expect(bytes.readUInt32LE(4) + 8, 'nothing behind the end').toBe(bytes.length)
    expect(bytes.includes(marker)).toBe(false)
  }
})

const boundary = '----marga'
type Part = { head: string; body: Buffer | string }
const body = (parts: Part[], end = `--${boundary}--\r\n`) =>
  Buffer.concat([
    ...parts.flatMap((part) => [
      Buffer.from(`--${boundary}\r\n${part.head}\r\n\r\n`),
      Buffer.from(part.body),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ])
const filePart = (file: Buffer, filename = 'me.png', type = 'image/png'): Part => ({
  head: `Content-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: ${type}`,
  body: file,
})
const field = (name: string, value: string): Part => ({
  head: `Content-Disposition: form-data; name="${name}"`,
  body: value,
})
async function send(payload: Buffer, headers: Record<string, string> = {}, url = '/api/uploads/images') {
  const response = await test.fastify.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${mentee.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}
const upload = (file: Buffer, filename?: string, type?: string) =>
  send(body([field('upload_preset', 'marga'), filePart(file, filename, type)]))

describe('refused, whatever it calls itself, and not kept:', () => {
  it.each(unreadable)('%s', async (_, make) => {
    const before = kept()
    const { status, body } = await upload(await make())
    expect([status, body.code]).toEqual([400, 'invalid_image'])
    expect(kept()).toEqual(before)
  })

  it('a file of more than 5 MB', async () => {
    const before = kept()
    const { status, body } = await upload(Buffer.concat([goodPng, Buffer.alloc(5 * megabyte)]))
    expect([status, body.code]).toEqual([413, 'too_large'])
    expect(kept()).toEqual(before)
  })
})

describe('kept as pixels only:', () => {
  it.each(readable)('%s', async (_, make) => {
    const before = new Set(kept())
    const { status, body } = await upload(await make())
    expect([status, body.code]).toEqual([201, undefined])
    const files = kept().filter((file) => !before.has(file))
    expect(files).toHaveLength(3)
    for (const file of files) {
      const { format, exif, xmp, icc, iptc, pages } = await sharp(
        readFileSync(join(test.app.uploadsDir, file)),
      ).metadata()
      expect({ format, exif, xmp, icc, iptc, pages }).toEqual({ format: 'webp' })
    }
  })

  it.each([
    ['../../etc/passwd.png'],
    ['..\\..\\windows\\me.png'],
    ['/etc/cron.d/me.png'],
    ['C:\\me.png'],
    ['%2e%2e%2fme.png'],
    ['me.php'],
    ['me.png.html'],
    ['.htaccess'],
    ['me.png\0.php'],
    ['\u202egnp.exe'],
    ['" onerror="alert(1)'],
    ['<script>alert(1)</script>.png'],
    [`${'x'.repeat(1000)}.png`],
    ['con.png'],
  ])('a picture named %j', async (filename) => {
    const { status, body } = await upload(goodPng, filename)
    expect(status).toBe(201)
    expect(body.secure_url).toMatch(/^\/uploads\/[0-9a-f-]{36}-\d{13}\.webp$/)
  })

  it('a picture whose part has headers of 200 KB', async () => {
    const part = filePart(goodPng)
    const response = await send(body([{ ...part, head: `${part.head}\r\nX-Long: ${'x'.repeat(200_000)}` }]))
    expect(response.status).toBe(201)
  })

  it.each(['image/svg+xml', 'text/html', 'application/x-httpd-php', 'application/octet-stream'])(
    'a picture that calls itself %s',
    async (type) => {
      const { status, body } = await upload(goodPng, 'me', type)
      expect(status).toBe(201)
      const served = await test.fastify.inject({ url: body.secure_url })
      expect(served.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
    },
  )
})

describe('a form that is not what it should be is refused:', () => {
  const forms: [string, () => [payload: Buffer, headers?: Record<string, string>], status: number][] = [
    ['no part at all', () => [body([])], 400],
    ['an empty body', () => [Buffer.alloc(0)], 400],
    ['no file', () => [body([field('upload_preset', 'marga')])], 400],
    [
      'a file under another name',
      () => [body([{ ...filePart(goodPng), head: filePart(goodPng).head.replace('"file"', '"other"') }])],
      400,
    ],
    ['the file as text', () => [body([field('file', 'text')])], 400],
    ['two files', () => [body([filePart(goodPng), filePart(goodPng)])], 413],
    [
      'a hundred fields',
      () => [body([...Array.from({ length: 100 }, (_, i) => field(`f${i}`, 'x')), filePart(goodPng)])],
      413,
    ],
    [
      'a field of 100 KB',
      () => [body([field('upload_preset', 'x'.repeat(100_000)), filePart(goodPng)])],
      413,
    ],
    ['a field named __proto__', () => [body([field('__proto__', 'x'), filePart(goodPng)])], 400],
    ['a field named constructor', () => [body([field('constructor', 'x'), filePart(goodPng)])], 400],
    ['a body that breaks off in the file', () => [body([filePart(goodPng)]).subarray(0, -60)], 400],
    ['a body without its end', () => [body([filePart(goodPng)], '')], 400],
    ['no boundary', () => [body([filePart(goodPng)]), { 'content-type': 'multipart/form-data' }], 400],
    [
      'another boundary',
      () => [body([filePart(goodPng)]), { 'content-type': 'multipart/form-data; boundary=other' }],
      400,
    ],
    [
      'a form within the form',
      () => [
        body([
          {
            head: 'Content-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=inner',
            body: '--inner\r\n\r\nx\r\n--inner--',
          },
        ]),
      ],
      400,
    ],
    ['the bytes without a form', () => [goodPng, { 'content-type': 'image/png' }], 415],
    [
      'a buffer in JSON',
      () => [Buffer.from(JSON.stringify({ file: goodPng })), { 'content-type': 'application/json' }],
      400,
    ],
    [
      'a path in JSON',
      () => [Buffer.from('{"file":"/etc/passwd"}'), { 'content-type': 'application/json' }],
      400,
    ],
  ]
  it.each(forms)('%s', async (_, make, expected) => {
    const before = kept()
    const { status, body } = await send(...make())
    expect([status, typeof body.code]).toEqual([expected, 'string'])
    expect(kept()).toEqual(before)
  })

  it('a form sent to another call', async () => {
    const response = await send(body([filePart(goodPng)]), {}, `/api/mentees/raise-ticket/${mentee.id}`)
    expect(response.status).toBe(415)
  })
})
