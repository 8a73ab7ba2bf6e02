import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enroll, newMentee, newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { connectSocket } from '../../testing/sockets.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let address: string
let mentor: TestPerson
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  address = await test.listen()
  mentor = await newMentor(test, await newModerator(test))
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
})
afterAll(() => test.close())

const ascending = (one: number, other: number) => one - other
const send = async (by: TestPerson, message: string) => {
  const body = { message, clientMessageId: v7() }
  return ok(await test.call(api.community.send, { params: { mentorId: mentor.id }, body }, by)).data
}

describe('messages of a community', () => {
  it('reach every member once each, however many are written at once', async () => {
    const members = [await connectSocket(address, mentor), await connectSocket(address, mentee)]
    const sent = await Promise.all(
      Array.from({ length: 24 }, (_, index) => send(index % 2 ? mentor : mentee, `${index}`)),
    )
    const seqs = sent.map(({ seq }) => seq).sort(ascending)
    for (const { of } of members)
      await expect
        .poll(() =>
          of('community')
            .map(({ seq }) => Number(seq))
            .sort(ascending),
        )
        .toEqual(seqs)
  })

  it('are stored without waiting for the list of members, who hear of them as soon as it can be read', async () => {
    const heard = await connectSocket(address, mentee)
    const client = await test.app.db.pool.connect()
    try {
      await client.query('begin; lock table enrollment in access exclusive mode')
      await send(mentor, 'not held up')
      await send(mentor, 'nor this')
      expect(heard.of('community')).toEqual([])
      await client.query('commit')
    } finally {
      client.release(true)
    }
    await expect
      .poll(() => heard.of('community').map(({ message }) => message))
      .toEqual(['not held up', 'nor this'])
  })

  it('are not heard by who keeps a place without access, and are again from the day it is paid', async () => {
    const away = await newMentee(test)
    await enroll(test, away, mentor)
    const [heard, ofMember] = [await connectSocket(address, away), await connectSocket(address, mentee)]
    const set = (change: string) =>
      test.app.db.pool.query(
        `update enrollment set period_start = now() - interval '31 days', period_end = now() - interval '1 day',
          ${change} where mentee_id = $1`,
        [away.id],
      )
    const turns = {
      paused: "paused_from = now() - interval '1 day', paused_until = now() + interval '9 days'",
      'over, and not yet ended by its job': "paused_from = null, paused_until = null, status = 'ending'",
      'renewed a little late': "status = 'active'",
    }
    for (const [text, change] of Object.entries(turns)) {
      await set(change)
      await send(mentor, text)
      await expect.poll(() => ofMember.of('community').at(-1)?.message).toBe(text)
    }
    await expect
      .poll(() => heard.of('community').map(({ message }) => message))
      .toEqual(['renewed a little late'])
  })
})
