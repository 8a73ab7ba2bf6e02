import { api } from '@marga/contract/api'
import pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { countLockWaits } from '../../testing/lock-waits.ts'
import { newConversation, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** A group is read without a lock and written by one statement: what comes between the two. */
let test: TestApp
let holder: pg.Client
let mentor: TestPerson
let mentee: TestPerson
let conversationId: string

beforeAll(async () => {
  test = await startTestApp()
  holder = new pg.Client({ connectionString: test.databaseUrl })
  await holder.connect()
})
afterAll(async () => {
  await holder.end()
  await test.close()
})
beforeEach(async () => {
  ;({ mentor, mentee, conversationId } = await newConversation(test))
  // The clock of the question runs, as it does for most messages.
  ok(await send('the first'))
})

const send = (message: string) =>
  test.call(
    api.chat.mentee.send,
    { params: { conversationId }, body: { message, sender: mentee.id, clientMessageId: v7() } },
    mentee,
  )
const stored = async () =>
  (
    await holder.query<{ seq: number; body: string }>(
      'select seq, body from message where conversation_id = $1 order by seq',
      [conversationId],
    )
  ).rows

/** Sends while somebody else holds the conversation, who does `change` before they let go of it. */
async function sendWhile(change: () => Promise<unknown>) {
  await holder.query('begin')
  await holder.query('select from conversation where id = $1 for no key update', [conversationId])
  const response = send('meanwhile')
  await expect.poll(() => countLockWaits(holder), { interval: 5 }).toBeGreaterThan(0)
  await change()
  await holder.query('commit')
  return response
}

/** Sends, and does `change` between the two statements. */
async function sendAfter(change: () => Promise<unknown>) {
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  let isChanged = false
  const asked = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    if (!isChanged && textOf(given[0]).includes('store_messages')) {
      isChanged = true
      await change()
    }
    return query.apply(this, given)
  } as never)
  try {
    const response = await send('meanwhile')
    expect(isChanged).toBe(true)
    return response
  } finally {
    asked.mockRestore()
  }
}

const textOf = (asked: unknown) =>
  (typeof asked === 'string' ? asked : (asked as { text?: string }).text) ?? ''

describe('a group of messages', () => {
  it('is read by one statement and written by another', async () => {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    try {
      await Promise.all(Array.from({ length: 10 }, (_, n) => send(`message ${n}`)))
      const texts = asked.mock.calls.map(([asking]) => textOf(asking))
      const written = texts.filter((text) => text.includes('store_messages'))
      expect(written.length).toBeGreaterThan(0)
      expect(texts.filter((text) => /\bfrom "conversation"/.test(text))).toHaveLength(written.length)
      expect(texts.filter((text) => /^(?:begin|insert|update)/.test(text))).toEqual([])
    } finally {
      asked.mockRestore()
    }
    expect((await stored()).map(({ seq }) => seq)).toEqual(Array.from({ length: 11 }, (_, n) => n + 1))
  })

  const quicker = async () => {
    await holder.query(
      `insert into message (id, conversation_id, seq, sender_id, sender_type, body)
       values ($1, $2, 2, $3, 'mentor', 'quicker')`,
      [v7(), conversationId, mentor.id],
    )
    await holder.query('update conversation set last_seq = 2 where id = $1', [conversationId])
  }
  const bothStored = [
    { seq: 1, body: 'the first' },
    { seq: 2, body: 'quicker' },
    { seq: 3, body: 'meanwhile' },
  ]

  it('comes after what somebody else adds while they hold the conversation', async () => {
    expect(ok(await sendWhile(quicker)).responseFromMessageCreation.seq).toBe(3)
    expect(await stored()).toEqual(bothStored)
  })

  it('comes after what somebody else has added since it was read', async () => {
    expect(ok(await sendAfter(quicker)).responseFromMessageCreation.seq).toBe(3)
    expect(await stored()).toEqual(bothStored)
  })

  it('leaves the mark that the other has read to since it was read', async () => {
    const mark = async () =>
      (
        await holder.query('select mentor_read_seq, mentor_unread from conversation where id = $1', [
          conversationId,
        ])
      ).rows
    const read = () =>
      holder.query('update conversation set mentor_read_seq = 1 where id = $1', [conversationId])
    ok(await sendAfter(read))
    expect(await mark()).toEqual([{ mentor_read_seq: 1, mentor_unread: 1 }])
  })

  it('is refused where the session ends after it was read, and nothing is written', async () => {
    const response = await sendAfter(() =>
      holder.query('delete from login_session where account_id = $1', [mentee.id]),
    )
    expect([response.status, response.body]).toMatchObject([401, { code: 'unauthenticated' }])
    expect(await stored()).toEqual([{ seq: 1, body: 'the first' }])
  })

  it('is refused where a block comes before the lock, and nothing is written', async () => {
    const response = await sendWhile(() =>
      test.app.db.pool.query('insert into blocked_person (account_id, person_id) values ($1, $2)', [
        mentor.id,
        mentee.id,
      ]),
    )
    expect([response.status, response.body]).toMatchObject([403, { code: 'not_enrolled' }])
    expect(await stored()).toEqual([{ seq: 1, body: 'the first' }])
  })
})
