import { api } from '@marga/contract/api'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasRedisServer, type RedisServer, startRedisServer } from '../../../testkit/redis.mjs'
import { defaultTimeouts } from '../platform/timeouts.ts'
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
  signInMentee,
  type TestPerson,
} from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

/** Two processes' worth of the product on one database and one Redis that comes and goes. */
let redis: RedisServer
let one: TestApp
let two: TestApp
let addresses: Record<'one' | 'two', string>
let moderator: TestPerson
const sockets: Socket[] = []

beforeAll(async () => {
  if (!hasRedisServer) return
  redis = await startRedisServer()
  one = await startTestApp({ env: envOf(), timeouts: defaultTimeouts })
  two = await startTestApp({ env: envOf(), timeouts: defaultTimeouts, sharing: one })
  addresses = { one: await one.listen(), two: await two.listen() }
  moderator = await newModerator(one)
})
beforeEach(() => bothSee('ok'))
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close()
})
afterAll(async () => {
  if (!hasRedisServer) return
  await two.close()
  await one.close()
  await redis.kill()
})

const bothSee = async (state: 'ok' | 'away') => {
  for (const app of [one, two])
    await expect
      .poll(async () => (await app.request('GET', '/readyz')).body)
      .toEqual({ status: 'ok', redis: state })
}

type Heard = { socket: Socket; of(name: string): Record<string, unknown>[] }
async function connect(at: 'one' | 'two', person: TestPerson): Promise<Heard> {
  const socket = io(addresses[at], { transports: ['websocket'], reconnection: false, forceNew: true })
  sockets.push(socket)
  const events: { name: string; payload: Record<string, unknown> }[] = []
  socket.onAny((name: string, payload: Record<string, unknown>) => events.push({ name, payload }))
  socket.emit('setup', { role: person.role, userId: person.id, token: person.token })
  const of = (name: string) => events.filter((event) => event.name === name).map((event) => event.payload)
  await expect.poll(() => of('connected').length).toBe(1)
  return { socket, of }
}

async function pair() {
  const mentor = await newMentor(one, moderator)
  const mentee = await newMentee(one)
  await enroll(one, mentee, mentor)
  return { mentor, mentee, conversationId: await conversationOf(one, mentee, mentor) }
}
type Pair = Awaited<ReturnType<typeof pair>>

const write = (on: TestApp, { mentee, conversationId }: Pair, message: string) =>
  on
    .call(api.chat.mentee.send, { params: { conversationId }, body: { message, sender: mentee.id } }, mentee)
    .then(ok)
const texts = (heard: Heard) => heard.of('messageReveived').map(({ message }) => message)

describe.skipIf(!hasRedisServer)('while Redis is away', () => {
  it('messages are kept and reach their reader, blocks end sockets everywhere, and its return is told', async () => {
    const people = await pair()
    const bystander = await newMentee(one)
    const there = await connect('two', people.mentor)
    const blocked = await connect('two', bystander)
    await redis.kill()
    await bothSee('away')
    const { mentor, mentee } = people

    const here = await connect('one', mentor)
    await write(one, people, 'unheard')
    await expect.poll(() => texts(here)).toEqual(['unheard'])
    const body = { menteeId: bystander.id, isBlocked: true }
    ok(await one.call(api.moderation.changeMenteeStatus, { body }, moderator))
    await expect.poll(() => blocked.socket.connected).toBe(false)
    const slot = await publish(one, mentor, hoursAhead(one, 30))
    ok(await book(two, mentee, slot._id))
    await signInMentee(two, mentee.email)

    await redis.start()
    await expect.poll(() => there.of('missed').length).toBeGreaterThan(0)
    await bothSee('ok')
    const { conversationId } = people
    const { messages } = ok(
      await two.call(
        api.chat.mentor.messages,
        { params: { conversationId }, query: { after: 0, limit: 100 } },
        mentor,
      ),
    )
    expect(messages.map(({ message }) => message)).toEqual(['unheard'])
    await write(one, people, 'heard again')
    await expect.poll(() => texts(there)).toEqual(['heard again'])
  })

  it('one that answers nothing holds nobody up', async () => {
    const people = await pair()
    const here = await connect('one', people.mentor)
    redis.freeze()
    for (let n = 0; n < 5; n++) await write(one, people, String(n))
    await expect.poll(() => texts(here)).toEqual(['0', '1', '2', '3', '4'])
    await bothSee('away')
    redis.thaw()
    await bothSee('ok')
    const there = await connect('two', people.mentor)
    await write(one, people, '5')
    // Where the freeze was long, a reader that comes back late hears what was held up as well.
    await expect.poll(() => texts(there).at(-1)).toBe('5')
  })

  it('a tab in another process still takes a room over', async () => {
    const { mentee, mentor } = await pair()
    const slot = await publish(one, mentor, hoursAhead(one, 2))
    ok(await book(one, mentee, slot._id))
    await atStart(slot._id)
    const first = await connect('one', mentee)
    const second = await connect('two', mentee)
    const join = { slotId: slot._id }
    await redis.kill()
    await bothSee('away')
    expect(await first.socket.emitWithAck('live:join', join)).toMatchObject({ ok: true })
    expect(await second.socket.emitWithAck('live:join', join)).toMatchObject({ ok: true })
    await one.app.liveRooms.sweep()
    await expect.poll(() => first.of('live:taken')).toEqual([join])
    expect(second.of('live:taken')).toEqual([])
    await redis.start()
    await bothSee('ok')
  })
})

const envOf = () => ({
  REDIS_URL: redis.url,
  DATABASE_URL: 'postgres://is-given-beside',
  TOKEN_SECRET: 'is given beside as well, for the tests',
})

/** Tokens live ten minutes, so the slot comes to the clock. */
const atStart = (slotId: string) =>
  one.app.db.pool.query(
    `update slot set starts_at = now() + interval '1 minute', ends_at = now() + interval '61 minutes' where id = $1`,
    [slotId],
  )
