import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type S3Server, startS3Server } from '../../testing/s3-server.ts'
import { createDiskStore } from './disk-store.ts'
import type { ImageStore } from './images.ts'
import { createS3Store } from './s3-store.ts'

let root: string
let s3: S3Server
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'marga-store-'))
  s3 = await startS3Server()
})
beforeEach(() => s3.setMood('well'))
afterAll(async () => {
  await s3.close()
  rmSync(root, { recursive: true, force: true })
})

const makers: [name: string, make: () => ImageStore][] = [
  ['on disk', () => createDiskStore({ folder: join(root, 'pictures') })],
  ['that speaks S3', () => createS3Store(s3.config)],
  [
    'that speaks S3, its address with a slash at the end',
    () => createS3Store({ ...s3.config, endpoint: `${s3.config.endpoint}/` }),
  ],
]

describe.each(makers)('a store %s', (_, make) => {
  const bytes = Buffer.from([0, 1, 2, 0xff, 0x0d, 0x0a])

  it('gives back what was put, byte by byte', async () => {
    const store = make()
    await store.put('one.webp', bytes)
    expect(await store.get('one.webp')).toEqual(bytes)
  })

  it('replaces what had the same name', async () => {
    const store = make()
    await store.put('two.webp', bytes)
    await store.put('two.webp', Buffer.from('other'))
    expect(String(await store.get('two.webp'))).toBe('other')
  })

  it('knows nothing of what was never put', async () => {
    expect(await make().get('none.webp')).toBeUndefined()
  })

  it('removes, also what is not there', async () => {
    const store = make()
    await store.put('three.webp', bytes)
    await store.remove('three.webp')
    await store.remove('three.webp')
    expect(await store.get('three.webp')).toBeUndefined()
  })

  it('takes many at once', async () => {
    const store = make()
    const names = Array.from({ length: 20 }, (_, index) => `many-${index}.webp`)
    await Promise.all(names.map((name) => store.put(name, Buffer.from(name))))
    const kept = await Promise.all(names.map((name) => store.get(name)))
    expect(kept.map(String)).toEqual(names)
  })

  it('says of itself that it works, and leaves nothing behind', async () => {
    await make().verify()
    expect([...s3.objects.keys(), ...readdirSync(join(root, 'pictures'))].join()).not.toContain('probe')
  })
})

describe('a store that fails', () => {
  it('on disk, says so and leaves no half file', async () => {
    writeFileSync(join(root, 'a-file'), '')
    const store = createDiskStore({ folder: join(root, 'a-file') })
    await expect(store.put('x.webp', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' })
    await expect(store.get('x.webp')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(store.verify()).rejects.toThrow()
  })

  it.each(['dead', 'silent', 'full'] as const)('%s, refuses a picture in the end', async (mood) => {
    s3.setMood(mood)
    const put = createS3Store(s3.config).put('x.webp', Buffer.from('x'))
    await expect(put).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  })

  it('in the middle of an answer, does not hang', async () => {
    await createS3Store(s3.config).put('slow.webp', Buffer.from('slow'))
    s3.setMood('stalling')
    const store = createS3Store({ ...s3.config, timeoutMs: 300 })
    await expect(store.get('slow.webp')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it.each([
    ['a wrong secret', { secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
    ['a wrong key', { accessKeyId: 'nobody' }, 'InvalidAccessKeyId'],
    ['a wrong region', { region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
    ['a bucket that is not there', { bucket: 'nothing' }, 'no bucket nothing'],
  ])('names the reason to the operator: %s', async (_, wrong, reason) => {
    await expect(createS3Store({ ...s3.config, ...wrong }).verify()).rejects.toThrow(reason)
  })
})
