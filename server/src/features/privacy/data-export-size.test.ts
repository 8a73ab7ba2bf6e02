import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { conversationOf, newModerator, ok } from '../../testing/people.ts'
import { subscribedPair } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('takes the newest along of more messages than fit into one answer, and says so', async () => {
  const pair = await subscribedPair(test, await newModerator(test))
  const { mentee: writer, mentor } = pair
  const conversationId = await conversationOf(test, writer, mentor)
  const { rows } = await test.app.db.pool.query(
    `insert into message (id, conversation_id, seq, sender_id, sender_type, body, created_at)
    select gen_random_uuid(), $1, no, $2, 'mentee', no || ' ' || repeat('x', 4000), $3::timestamptz + no * interval '1 second'
    from generate_series(1, 3000) as no returning seq`,
    [conversationId, writer.id, new Date('2025-01-01')],
  )
  expect(rows).toHaveLength(3000)
  const taken = ok(await test.call(api.accountSettings.mentee.export, {}, writer))
  expect(taken.shortened).toEqual(['messages'])
  const messages = taken.messages as { body: string }[]
  expect(messages.at(-1)!.body).toMatch(/^3000 x/)
  expect(messages.length).toBeLessThan(2000)
  expect(messages[0]!.body).toMatch(new RegExp(`^${3001 - messages.length} x`))
  expect(taken.payments).toHaveLength(1)
  expect(ok(await test.call(api.accountSettings.mentor.export, {}, mentor)).shortened).toEqual([])
})
