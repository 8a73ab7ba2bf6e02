import { api } from '@marga/contract/api'
import type { FullMessage } from '@marga/contract/chat'
import { limits } from '@marga/contract/limits'
import { rateLimits } from '@marga/contract/rate-limits'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newConversation, newMentee, newModerator, type TestPerson } from '../../testing/people.ts'
import { connectSocket, type Heard, send } from '../../testing/sockets.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** Messages sent by the socket: the same rules, limits and announcements as the HTTP call. */
let test: TestApp
let address: string
let moderator: TestPerson
let mentor: TestPerson
let mentee: TestPerson
let conversationId: string

beforeAll(async () => {
  test = await startTestApp()
  address = await test.listen()
  moderator = await newModerator(test)
  ;({ mentor, mentee, conversationId } = await newConversation(test, moderator))
})
afterAll(() => test.close())

const sendByHttp = (message: string, clientMessageId: string) =>
  test.call(
    api.chat.mentee.send,
    { params: { conversationId }, body: { message, sender: mentee.id, clientMessageId } },
    mentee,
  )
const stored = async () => {
  const { body } = await test.call(
    api.chat.mentee.messages,
    { params: { conversationId }, query: { limit: 100 } },
    mentee,
  )
  return (body as { messages: { message: string; clientMessageId: string | null; seq: number }[] }).messages
}
const storedAs = async (clientMessageId: string) =>
  (await stored()).filter((message) => message.clientMessageId === clientMessageId)

describe('a message sent by the socket', () => {
  it('is acknowledged with the stored message, and announced to every device of both', async () => {
    const sender = await connectSocket(address, mentee)
    const otherTab = await connectSocket(address, mentee)
    const receiver = await connectSocket(address, mentor)
    const clientMessageId = v7()
    const reply = await send(sender, 'message', { conversationId, message: 'By the socket', clientMessageId })
    expect(reply).toMatchObject({
      ok: true,
      message: { message: 'By the socket', clientMessageId, conversation: { _id: conversationId } },
    })
    const { seq } = reply.message as FullMessage
    for (const { of } of [sender, otherTab, receiver])
      await expect.poll(() => of('messageReveived').map((heard) => heard.seq)).toEqual([seq])
    expect(receiver.of('messageReveived')[0]!.notification).toMatchObject({ isRead: false })
    expect(sender.of('messageReveived')[0]!.notification).toBeNull()
    expect(await storedAs(clientMessageId)).toMatchObject([{ seq, message: 'By the socket' }])
  })

  it('comes from the mentor, too', async () => {
    const reply = await send(await connectSocket(address, mentor), 'message', {
      conversationId,
      message: 'An answer',
      clientMessageId: v7(),
    })
    expect(reply).toMatchObject({
      ok: true,
      message: { sender: { senderType: 'mentor', senderId: { _id: mentor.id } } },
    })
  })

  it('tells the other tabs of whoever answers that what stood above is read, once it was unread', async () => {
    const answer = (sender: Heard) =>
      send(sender, 'message', { conversationId, message: 'An answer', clientMessageId: v7() })
    await sendByHttp('A question', v7())
    const sender = await connectSocket(address, mentor)
    const otherTab = await connectSocket(address, mentor)
    expect(await answer(sender)).toMatchObject({ ok: true })
    const read = { unreadConversations: 0, readConversationId: conversationId }
    await expect.poll(() => otherTab.of('unread')).toEqual([read])
    expect(await answer(sender)).toMatchObject({ ok: true })
    await expect.poll(() => otherTab.of('messageReveived').length).toBe(2)
    expect(otherTab.of('unread')).toEqual([read])
  })

  it('is one message when both ways bring it at once, in either order', async () => {
    const sender = await connectSocket(address, mentee)
    for (let round = 0; round < 10; round++) {
      const clientMessageId = v7()
      const message = `Both ways, round ${round}`
      const byHttp = () => sendByHttp(message, clientMessageId)
      const bySocket = () => send(sender, 'message', { conversationId, message, clientMessageId })
      const replies = await Promise.all(round % 2 ? [byHttp(), bySocket()] : [bySocket(), byHttp()])
      const [overHttp, overSocket] = (round % 2 ? replies : replies.reverse()) as [
        { body: { responseFromMessageCreation: FullMessage } },
        { message: FullMessage },
      ]
      expect(overSocket.message._id).toBe(overHttp.body.responseFromMessageCreation._id)
      expect(await storedAs(clientMessageId)).toHaveLength(1)
    }
    const seqs = (await stored()).map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
  })

  it('is refused as by the HTTP call: empty, too long, missing, not theirs, no member', async () => {
    const sender = await connectSocket(address, mentee)
    const write = (message: string, to = conversationId, clientMessageId = v7()) =>
      send(sender, 'message', { conversationId: to, message, clientMessageId })
    const before = (await stored()).length
    expect(await write('  ')).toMatchObject({
      ok: false,
      code: 'invalid_request',
      fields: { message: 'Write a message first.' },
    })
    expect(await write('x'.repeat(limits.messageMax + 1))).toMatchObject({
      ok: false,
      code: 'invalid_request',
    })
    expect(await write('Elsewhere', v7())).toMatchObject({ ok: false, code: 'not_found' })
    const unpaid = await newMentee(test)
    const stranger = await connectSocket(address, unpaid)
    const reply = await send(stranger, 'message', { conversationId, message: 'Mine?', clientMessageId: v7() })
    expect(reply).toMatchObject({ ok: false, code: 'not_found' })
    const ofModerator = await connectSocket(address, moderator)
    const refused = await send(ofModerator, 'message', {
      conversationId,
      message: 'A word',
      clientMessageId: v7(),
    })
    expect(refused).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await stored()).toHaveLength(before)
  })
})

it('counts against the same limit by both ways', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
  try {
    const at = await limited.listen()
    const { mentee: learner, conversationId: to } = await newConversation(limited)
    const socket = await connectSocket(at, learner)
    const write = () =>
      send(socket, 'message', { conversationId: to, message: 'Once more', clientMessageId: v7() })
    expect(await write()).toMatchObject({ ok: true })
    // Several at once: one after the other they may take longer than the minute in which they count.
    const atOnce = 12
    for (let n = 0; n < rateLimits.write.perMinute; n += atOnce)
      await Promise.all(Array.from({ length: atOnce }, write))
    expect(await write()).toMatchObject({ ok: false, code: 'rate_limited' })
    const overHttp = await limited.call(
      api.chat.mentee.send,
      {
        params: { conversationId: to },
        body: { message: 'By HTTP', sender: learner.id, clientMessageId: v7() },
      },
      learner,
    )
    expect(overHttp.status).toBe(429)
  } finally {
    await limited.close()
  }
})
