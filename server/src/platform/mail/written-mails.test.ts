import { setImmediate } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMentee, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import type { WrittenRow } from './mail-queue.queries.ts'
import { atOnce, putIntoWords } from './written-mails.ts'

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

it('the newest thousands are listed', async () => {
  await write(['What was booked.'], 5005)
  const mails = await exported()
  expect(mails).toHaveLength(5000)
  expect(mails.slice(0, 3).map(({ subject }) => subject)).toEqual(['Booked 1', 'Booked 2', 'Booked 3'])
  expect(mails[0]!.text).toContain('What was booked.')
  await test.app.db.pool.query('delete from mail where account_id = $1', [mentee.id])
})

it('others have their turn while thousands of mails are put into words', async () => {
  const row: WrittenRow = {
    ...{ kind: 'booked', subject: 'Booked', createdAt: new Date(), sentAt: null, unsubscribeUrl: null },
    ...{ content: null, text: 'What was booked.' },
  }
  const many = 20 * atOnce
  let turns = 0
  let isDone = false
  const listed = putIntoWords(Array(many).fill(row), {
    productName: 'Marga',
    publicUrl: 'https://marga.example',
  })
  void listed.then(() => {
    isDone = true
  })
  for (; !isDone; turns++) await setImmediate()
  expect(await listed).toHaveLength(many)
  expect(turns).toBeGreaterThanOrEqual(20)
})

// By a pattern that takes the square of a word's length, it takes hours.
it('a link with a token is left out, and words without an end are read once', async () => {
  const long = 'x'.repeat(2_000_000)
  await write([long, 'Open https://marga.example/appeal?token=secret today.'], 1)
  const [mail] = await exported()
  expect(mail!.text.includes(long)).toBe(true)
  expect(mail!.text).toContain('Open (left out: a link that proves something to us) today.')
})
