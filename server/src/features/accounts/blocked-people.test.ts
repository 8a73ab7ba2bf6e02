import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hoursMs } from '../../platform/clock.ts'
import { outboxWith } from '../../testing/outbox.ts'
import {
  book,
  conversationOf,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let address: string
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  address = await test.listen()
})
afterAll(() => test.close())

const otherOf = { mentee: 'mentor', mentor: 'mentee' } as const
const heard = (socket: Socket, event: string) => {
  const payloads: unknown[] = []
  socket.on(event, (payload: unknown) => payloads.push(payload))
  return payloads
}

async function connect(person: TestPerson): Promise<Socket> {
  const socket = io(address, { transports: ['websocket'], reconnection: false })
  const connected = new Promise((resolve) => socket.on('connected', resolve))
  socket.emit('setup', { role: person.role, userId: person.id, token: person.token })
  await connected
  return socket
}

describe.each(['mentee', 'mentor'] as const)('a block by the %s', (by) => {
  it('keeps the two apart in both directions, until it is undone', async () => {
    const mentee = await newMentee(test)
    const mentor = await newMentor(test, moderator)
    await enroll(test, mentee, mentor)
    const conversationId = await conversationOf(test, mentee, mentor)
    const intro = await publish(test, mentor, hoursAhead(test, 40), 'intro')
    const open = await publish(test, mentor, hoursAhead(test, 30))
    const held = await publish(test, mentor, hoursAhead(test, 50))
    ok(await book(test, mentee, held._id))
    const people = { mentee, mentor }
    const blocker = people[by]
    const blocked = people[otherOf[by]]
    const room = { mentorId: mentor.id }
    const write = (person: TestPerson) =>
      test.call(
        api.chat[person.role as 'mentee'].send,
        { params: { conversationId }, body: { message: 'hello', sender: person.id } },
        person,
      )
    const tries = {
      write: () => write(blocker),
      'be written to': () => write(blocked),
      book: () => book(test, mentee, open._id),
      'book an intro': () =>
        test.call(api.slots.bookIntro, { body: { mentorId: mentor.id, slotId: intro._id } }, mentee),
      'see free times': () => test.call(api.slots.forMentee, { params: room, query: {} }, mentee),
      'read the community': () => test.call(api.community.messages, { params: room }, mentee),
      'write to the community': () =>
        test.call(api.community.send, { params: room, body: { message: 'hello' } }, mentee),
      'subscribe again': () =>
        test.call(
          api.enrollments.createCheckout,
          { body: { mentorId: mentor.id, menteeId: mentee.id, mentorPriceId: 'any' } },
          mentee,
        ),
      'enter the call': () =>
        test.call(api.live.verify, { body: { userId: mentee.id, slotId: held._id } }, mentee),
    }
    ok(await test.call(api.accountSettings[by].blockPerson, { body: { personId: blocked.id } }, blocker))
    for (const [what, attempt] of Object.entries(tries)) {
      const { status, body } = await attempt()
      expect([what, status, body.code]).toEqual([
        what,
        expect.toSatisfy((value) => value === 403 || value === 404),
        expect.stringMatching(/^(not_found|not_enrolled)$/),
      ])
    }
    ok(await test.call(api.accountSettings[by].unblockPerson, { params: { personId: blocked.id } }, blocker))
    ok(await tries.write())
    ok(await tries['read the community']())
    ok(await tries.book())
  })

  it('tells neither whether the other is there, types or has read', async () => {
    const mentee = await newMentee(test)
    const mentor = await newMentor(test, moderator)
    await enroll(test, mentee, mentor)
    const conversationId = await conversationOf(test, mentee, mentor)
    const people = { mentee, mentor }
    const blocker = people[by]
    const blocked = people[otherOf[by]]
    ok(await test.call(api.accountSettings[by].blockPerson, { body: { personId: blocked.id } }, blocker))
    const first = await connect(blocker)
    const ofFirst = ['presence', 'typing', 'read'].map((event) => heard(first, event))
    const second = await connect(blocked)
    const ofSecond = ['presence', 'typing', 'read'].map((event) => heard(second, event))
    for (const socket of [first, second]) {
      expect(await socket.emitWithAck('typing', { conversationId, isTyping: true })).toEqual({ ok: true })
      expect(await socket.emitWithAck('read', { conversationId, seq: 1 })).toEqual({ ok: true })
    }
    // The block itself takes each out of the other's sight, which may be heard this late.
    const isOutOfSight = (told: unknown) => (told as { isOnline?: boolean }).isOnline === false
    expect([...ofFirst, ...ofSecond].flat().filter((told) => !isOutOfSight(told))).toEqual([])
    ok(await test.call(api.accountSettings[by].unblockPerson, { params: { personId: blocked.id } }, blocker))
    expect(await second.emitWithAck('typing', { conversationId, isTyping: true })).toEqual({ ok: true })
    await expect.poll(() => ofFirst[1]).toHaveLength(1)
    first.close()
    second.close()
  })

  it('takes the other out of sight of both while both are there, and back when it is undone', async () => {
    const mentee = await newMentee(test)
    const mentor = await newMentor(test, moderator)
    await enroll(test, mentee, mentor)
    await conversationOf(test, mentee, mentor)
    const blocker = { mentee, mentor }[by]
    const blocked = { mentee, mentor }[otherOf[by]]
    const seen: (() => unknown)[] = []
    for (const [person, other] of [
      [blocker, blocked],
      [blocked, blocker],
    ] as const) {
      const socket = await connect(person)
      const presences = heard(socket, 'presence') as { userId: string }[]
      seen.push(() => presences.findLast(({ userId }) => userId === other.id))
      onTestFinished(() => void socket.close())
    }
    const expectBoth = async (presence: object) => {
      for (const read of seen) await expect.poll(read).toMatchObject(presence)
    }
    // Whoever came second was told with the connection; the first hears of it.
    await expect.poll(seen[0]!).toMatchObject({ isOnline: true })
    ok(await test.call(api.accountSettings[by].blockPerson, { body: { personId: blocked.id } }, blocker))
    await expectBoth({ isOnline: false, lastSeenAt: null })
    ok(await test.call(api.accountSettings[by].unblockPerson, { params: { personId: blocked.id } }, blocker))
    await expectBoth({ isOnline: true })
  })
})

it('tells a mentor nothing of a stranger who blocks them', async () => {
  const [stranger, mentee] = [await newMentee(test), await newMentee(test)]
  const mentor = await newMentor(test, moderator)
  await enroll(test, mentee, mentor)
  await conversationOf(test, mentee, mentor)
  const socket = await connect(mentor)
  onTestFinished(() => void socket.close())
  const presences = heard(socket, 'presence') as { userId: string }[]
  for (const blocker of [stranger, mentee])
    ok(await test.call(api.accountSettings.mentee.blockPerson, { body: { personId: mentor.id } }, blocker))
  await expect.poll(() => presences.at(-1)).toMatchObject({ userId: mentee.id, isOnline: false })
  expect(presences.filter(({ userId }) => userId === stranger.id)).toEqual([])
})

it('is not undone again and again: who has done that often enough in a day keeps the block until the next', async () => {
  const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' }, sharing: test })
  onTestFinished(() => strict.close())
  const [mentee, mentor] = [await newMentee(test), await newMentor(test, moderator)]
  const { blockPerson, unblockPerson, blockedPeople } = api.accountSettings.mentee
  const block = () => strict.call(blockPerson, { body: { personId: mentor.id } }, mentee)
  const unblock = () => strict.call(unblockPerson, { params: { personId: mentor.id } }, mentee)
  for (let round = 0; round < limits.unblocksOfOneADay; round++) {
    ok(await block())
    ok(await unblock())
  }
  ok(await block())
  const { status, body, headers } = await unblock()
  expect([status, body.code, body.message]).toEqual([
    429,
    'rate_limited',
    expect.stringContaining('You have unblocked this person 20 times within a day.'),
  ])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(ok(await strict.call(blockedPeople, {}, mentee)).people).toMatchObject([{ _id: mentor.id }])
})

// Last, since it moves the clock past the life of a token.
it.each([
  ['mentee', 'mentor'],
  ['mentor', 'mentee'],
] as const)(
  'a block by the %s of the %s holds back the reminders of a session whose room opens for neither',
  async (by, of) => {
    const own = { mentee: await newMentee(test), mentor: await newMentor(test, await newModerator(test)) }
    await enroll(test, own.mentee, own.mentor)
    ok(await book(test, own.mentee, (await publish(test, own.mentor, hoursAhead(test, 30)))._id))
    const { blockPerson } = api.accountSettings[by]
    ok(await test.call(blockPerson, { body: { personId: own[of].id } }, own[by]))
    test.clock.advance(hoursMs(8))
    const remind = async () => {
      await test.app.jobHandlers['slots:remind']({})
      const mails = [own.mentee, own.mentor].map(({ email }) => outboxWith(test, email, 'Reminder'))
      return (await Promise.all(mails)).map(({ length }) => length)
    }
    expect(await remind()).toEqual([0, 0])
    await test.app.db.query.deleteFrom('blockedPerson').where('accountId', '=', own[by].id).execute()
    expect(await remind()).toEqual([1, 1])
  },
)
