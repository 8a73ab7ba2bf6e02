import { setImmediate } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMentee, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  mentee = await newMentee(test)
})
afterAll(() => test.close())

/** Of the last hour, the first the newest. */
const write = (paragraphs: string[], count: number) =>
  test.app.db.pool.query(
    `insert into mail (id, recipient, account_id, kind, subject, content, attachments, created_at)
     select gen_random_uuid(), $1, $2, 'booked', 'Booked ' || n,
       jsonb_build_object('subject', '', 'preview', '', 'greeting', 'Dear Asha,', 'paragraphs', $3::jsonb),
       '[]', now() + interval '1 minute' - n * interval '1 millisecond'
     from generate_series(1, $4::int) as n`,
    [mentee.email, mentee.id, JSON.stringify(paragraphs), count],
  )
const exported = async () =>
  ok(await test.call(api.accountSettings.mentee.export, {}, mentee)).mails as {
    subject: string
    text: string
  }[]

it('others are answered while somebody takes thousands of mails along, of which the newest are listed', async () => {
  await write(
    Array.from({ length: 20 }, (_, number) => `Paragraph ${number} of what was booked.`),
    6000,
  )
  let isDone = false
  const taken = exported().finally(() => {
    isDone = true
  })
  let longestMs = 0
  for (let last = performance.now(); !isDone; last = performance.now()) {
    await setImmediate()
    longestMs = Math.max(longestMs, performance.now() - last)
  }
  const mails = await taken
  expect(longestMs).toBeLessThan(1000)
  expect(mails).toHaveLength(5000)
  expect(mails.slice(0, 3).map(({ subject }) => subject)).toEqual(['Booked 1', 'Booked 2', 'Booked 3'])
  expect(mails[0]!.text).toContain('Paragraph 19 of what was booked.')
  await test.app.db.pool.query('delete from mail where account_id = $1', [mentee.id])
}, 60_000)

it('a link with a token is left out, and words without an end are read once', async () => {
  const long = 'x'.repeat(100_000)
  await write([long, 'Open https://marga.example/appeal?token=secret today.'], 1)
  const from = performance.now()
  const [mail] = await exported()
  expect(performance.now() - from).toBeLessThan(2000)
  expect(mail!.text).toContain(long)
  expect(mail!.text).toContain('Open (left out: a link that proves something to us) today.')
})
