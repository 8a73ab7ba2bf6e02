import { type ClientRequest, request } from 'node:http'
import { uploadImage } from '@marga/contract/images'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { flatPng } from '../../testing/image-bytes.ts'
import { newMentee, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { uploadPicture } from '../../testing/uploads.ts'

let test: TestApp
/** More than the process takes at once: three of each are read, two decoded or waiting. */
let crowd: TestPerson[]
let elsewhere: TestPerson
const halfSent: ClientRequest[] = []
beforeAll(async () => {
  test = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } })
  crowd = await Promise.all(Array.from({ length: 12 }, () => newMentee(test)))
  elsewhere = await newMentee(test)
})
afterAll(async () => {
  for (const sent of halfSent) sent.destroy()
  await test.close()
})

const from = (address: string) => ({ 'x-forwarded-for': address })
const upload = (by: TestPerson, file: Buffer, address: string) =>
  uploadPicture(test, by, file, { headers: from(address) })

it('pictures that one address has waiting keep nobody elsewhere out, whosever they are', async () => {
  const flood = flatPng(4000, 4000)
  const [others, one] = await Promise.all([
    Promise.all([...crowd, ...crowd].map((by) => upload(by, flood, '198.51.100.1'))),
    upload(elsewhere, flatPng(64, 48), '198.51.100.2'),
  ])
  expect([one.status, one.body.code]).toEqual([201, undefined])
  const refused = others.filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['rate_limited']))
  expect(others.length - refused.length).toBeGreaterThan(0)
})

it('nor do pictures that it has half sent', async () => {
  const address = new URL(await test.listen())
  let refused = 0
  for (const { token } of [...crowd, ...crowd, ...crowd].slice(0, 30)) {
    const sent = request({
      hostname: address.hostname,
      port: address.port,
      method: uploadImage.method,
      path: uploadImage.path,
      headers: {
        ...from('198.51.100.3'),
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=marga',
        'content-length': 100_000,
      },
    })
    sent.on('error', () => {})
    sent.on('response', ({ statusCode }) => {
      if (statusCode === 429) refused++
    })
    sent.write('--marga\r\nContent-Disposition: form-data; name="file"; filename="me.png"\r\n\r\n')
    halfSent.push(sent)
  }
  await expect.poll(() => refused).toBe(24)
  expect((await upload(elsewhere, flatPng(64, 48), '198.51.100.4')).status).toBe(201)
})
