import { afterAll, beforeAll, expect, it } from 'vitest'
import { failUpdates } from '../../testing/failing-rows.ts'
import { countRowsRead } from '../../testing/rows-read.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Mails of an account that were held back for longer than a digest waits; the first the oldest. */
const hold = (email: string, count: number) =>
  test.app.db.pool.query(
    `insert into mail (id, recipient, account_id, kind, subject, content, attachments, created_at, held_at)
     select gen_random_uuid(), $1, $2, 'booked', 'Booked ' || n,
       jsonb_build_object('subject', '', 'preview', '', 'greeting', 'Dear Asha,', 'paragraphs', jsonb_build_array('Number ' || n)),
       '[]', now() - interval '1 hour', now() - interval '1 hour' + n * interval '1 millisecond'
     from generate_series(1, $3::int) as n`,
    [email, test.app.newId(), count],
  )
const digestsTo = async (email: string) =>
  (
    await test.app.db.query
      .selectFrom('mail')
      .select(['subject', 'content'])
      .where('recipient', '=', email)
      .where('kind', '=', 'digest')
      .execute()
  ).map(({ subject, content }) => ({ subject, text: JSON.stringify(content) }))

it('one whose digest cannot be written keeps nobody else waiting', async () => {
  const others = Array.from({ length: 5 }, (_, number) => `b${number}@example.com`)
  for (const email of ['a@example.com', ...others]) await hold(email, 2)
  const mend = await failUpdates(test, 'mail', 'recipient', 'a@example.com')
  await expect(test.app.jobHandlers['mail:digest']({})).rejects.toThrow('1 of 6 failed')
  for (const email of others)
    expect((await digestsTo(email)).map(({ subject }) => subject)).toEqual(['2 more messages in one email'])
  await mend()
  await test.app.jobHandlers['mail:digest']({})
  expect(await digestsTo('a@example.com')).toHaveLength(1)
})

it('of thousands the newest are read and said, and all are told of at once', async () => {
  await hold('many@example.com', 3000)
  expect(await countRowsRead(() => test.app.jobHandlers['mail:digest']({}))).toBeLessThan(600)
  const [digest, ...more] = await digestsTo('many@example.com')
  expect([digest!.subject, more]).toEqual(['3000 more messages in one email', []])
  expect(digest!.text).toContain('Number 3000"')
  expect(digest!.text).toContain('2950 older ones are left out')
  await test.app.jobHandlers['mail:digest']({})
  expect(await digestsTo('many@example.com')).toHaveLength(1)
})
