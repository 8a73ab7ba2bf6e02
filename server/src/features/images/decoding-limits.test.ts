import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { flatPng } from '../../testing/image-bytes.ts'
import { newMentee, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { uploadPicture } from '../../testing/uploads.ts'

const megabyte = 1024 * 1024
let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const upload = (by: TestPerson, file: Buffer) => uploadPicture(test, by, file)
const newMentees = (count: number) => Promise.all(Array.from({ length: count }, () => newMentee(test)))

it('decodes two pictures at once, however many come, so that memory is bounded', async () => {
  // Interlaced: all its 20 million pixels, 60 MB, have to be there at once.
  const flood = await sharp({ create: { width: 4470, height: 4470, channels: 3, background: '#c96' } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer()
  await upload(await newMentee(test), flood)
  const people = await newMentees(10)
  const before = process.memoryUsage().rss
  let decoded = 0
  let peak = before
  const watch = setInterval(() => {
    // Not with those that are queued: one that begins between the two readings would count twice.
    decoded = Math.max(decoded, sharp.counters().process)
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 5)
  const responses = await Promise.all(people.map((by) => upload(by, flood)))
  clearInterval(watch)
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect(decoded).toBe(2)
  // The ten of them are 600 MB.
  expect((peak - before) / megabyte).toBeLessThan(350)
})

it('tells those beyond the queue to come back', async () => {
  const flood = flatPng(4000, 4000)
  const people = await newMentees(20)
  const responses = await Promise.all([...people, ...people].map((by) => upload(by, flood)))
  const refused = responses.filter(({ status }) => status !== 201)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, body } of refused) expect([status, body.code]).toEqual([503, 'unavailable'])
})

it('keeps nobody out for the pictures of one person', async () => {
  const flood = flatPng(4000, 4000)
  const [one, ...others] = (await newMentees(4)) as [TestPerson, ...TestPerson[]]
  const responses = await Promise.all([
    ...Array.from({ length: 25 }, () => upload(one, flood)),
    ...others.map((by) => upload(by, flatPng(64, 48))),
  ])
  expect(responses.slice(25).map(({ status }) => status)).toEqual([201, 201, 201])
  const refused = responses.slice(0, 25).filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['rate_limited']))
})
