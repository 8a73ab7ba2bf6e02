import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversationOf, newModerator, ok, type TestPerson } from '../testing/people.ts'
import { type Subscribed, subscribedPair } from '../testing/settled-sessions.ts'
import { openSocket, send } from '../testing/sockets.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let pair: Subscribed
let conversationId: string
beforeAll(async () => {
  test = await startTestApp()
  pair = await subscribedPair(test, await newModerator(test))
  conversationId = await conversationOf(test, pair.mentee, pair.mentor)
})
afterAll(() => test.close())

const inCapitals = (id: string) => id.toUpperCase()

describe('an id in capital letters is the one in small letters', () => {
  it('in a path, beside the other spelling in the body', async () => {
    const mark = (inPath: string, inBody: string) =>
      test.call(
        api.chat.mentee.markRead,
        { params: { conversationId: inPath }, body: { conversationId: inBody, isRead: true } },
        pair.mentee,
      )
    for (const [inPath, inBody] of [
      [inCapitals(conversationId), conversationId],
      [conversationId, inCapitals(conversationId)],
    ] as const)
      expect(ok(await mark(inPath, inBody)).conversation._id).toBe(conversationId)
  })

  it('where the caller names themselves, and nobody else is named so', async () => {
    const unreadOf = ({ id }: TestPerson) =>
      test.call(api.chat.mentee.unread, { query: { menteeId: inCapitals(id) } }, pair.mentee)
    ok(await unreadOf(pair.mentee))
    expect((await unreadOf(pair.mentor)).body).toMatchObject({ code: 'forbidden' })
  })

  it('in the events of a socket, and its setup', async () => {
    const { mentee, mentor } = pair
    const address = await test.listen()
    const reader = openSocket(address, mentee, { userId: inCapitals(mentee.id) })
    const writer = openSocket(address, mentor)
    await expect.poll(() => [reader, writer].map((heard) => heard.of('connected').length)).toEqual([1, 1])
    const typing = { conversationId: inCapitals(conversationId), isTyping: true }
    expect(await send(writer, 'typing', typing)).toMatchObject({ ok: true })
    await expect.poll(() => reader.of('typing')).toMatchObject([{ conversationId }])
  })
})
