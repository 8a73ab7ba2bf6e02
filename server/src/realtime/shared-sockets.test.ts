import { api } from '@marga/contract/api'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasRedisServer, startRedisServer } from '../../../testkit/redis.mjs'
import { createLinkedSiblings } from '../testing/linked-siblings.ts'
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
} from '../testing/people.ts'
import { maxTimeouts, startTestApp, type TestApp } from '../testing/test-app.ts'

/** Two processes' worth of the product on one database, and what they share. */
let one: TestApp
let two: TestApp
let addresses: Record<'one' | 'two', string>
let moderator: TestPerson
const sockets: Socket[] = []

/** How processes reach each other: by a Redis, or as those of one command. */
type Sharing = {
  start(options?: { sharing?: TestApp; env?: Record<string, string> }): Promise<TestApp>
  end(): Promise<void>
}
const ways: { name: string; isThere: boolean; open: () => Promise<Sharing> }[] = [
  { name: 'with a Redis', isThere: hasRedisServer, open: shareRedis },
  { name: 'of one command', isThere: true, open: async () => shareCommand() },
]

/** A process that ends while the others ask it would keep them waiting. */
const timeouts = { ...maxTimeouts, roomMs: 10_000 }

async function shareRedis(): Promise<Sharing> {
  const redis = await startRedisServer()
  const own = {
    REDIS_URL: redis.url,
    DATABASE_URL: 'postgres://is-given-beside',
    TOKEN_SECRET: 'is given beside as well, for the tests',
  }
  return {
    async start({ env, ...options } = {}) {
      const app = await startTestApp({ ...options, timeouts, env: { ...own, ...env } })
      await vi.waitFor(() => expect(app.app.redis?.isUp()).toBe(true), 60_000)
      return app
    },
    end: () => redis.kill(),
  }
}

function shareCommand(): Sharing {
  const command = createLinkedSiblings()
  return {
    async start(options = {}) {
      const siblings = command.join()
      const app = await startTestApp({ ...options, siblings })
      return {
        ...app,
        async close() {
          await app.close()
          siblings.leave()
        },
      }
    },
    end: async () => {},
  }
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

describe.each(ways)('two processes $name', ({ isThere, open }) => {
  let shared: Sharing
  beforeAll(async () => {
    if (!isThere) return
    shared = await open()
    one = await shared.start()
    two = await shared.start({ sharing: one })
    addresses = { one: await one.listen(), two: await two.listen() }
    moderator = await newModerator(one)
  })
  beforeEach((context) => context.skip(!isThere, 'there is no Redis'))
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close()
  })
  afterAll(async () => {
    if (!isThere) return
    await two.close()
    await one.close()
    await shared.end()
  })

  it('bring what is written through one to the sockets of both, once each', async () => {
    const people = await pair()
    const here = await connect('one', people.mentor)
    const there = await connect('two', people.mentor)
    await write(one, people, 'first')
    await write(two, people, 'second')
    for (const heard of [here, there]) await expect.poll(() => texts(heard)).toEqual(['first', 'second'])
    expect(here.of('unread')).toEqual(there.of('unread'))
  })

  it('bring what is told to many at once to the sockets of both, to each the own, once', async () => {
    const { mentor, mentee } = await pair()
    const other = await newMentee(one)
    await enroll(one, other, mentor)
    const heard = [
      { by: mentee, at: [await connect('one', mentee), await connect('two', mentee)] },
      { by: other, at: [await connect('two', other)] },
    ]
    await publish(one, mentor, hoursAhead(one, 40))
    for (const { by, at } of heard)
      for (const { of } of at) {
        await expect.poll(() => of('scheduler').length).toBe(1)
        const { notifications } = ok(
          await one.call(api.notifications.mentee.list, { params: { ownId: by.id }, query: {} }, by),
        )
        expect(of('scheduler')).toMatchObject([{ notification: { _id: notifications[0]!._id } }])
      }
  })

  it('count requests together', async () => {
    const env = { RATE_LIMIT_FACTOR: '0.1' }
    const strict = [await shared.start({ env, sharing: one }), await shared.start({ env, sharing: one })]
    const address = '203.0.113.7'
    const ask = (app: TestApp) =>
      app.fastify
        .inject({
          method: api.search.facets.method,
          url: api.search.facets.path,
          remoteAddress: address,
        })
        .then(({ statusCode }) => statusCode)
    // A tenth of 3000 a minute.
    const responses: number[] = []
    // A few at once: of one address a process answers no more.
    for (let n = 0; n < 45; n++)
      responses.push(...(await Promise.all(Array.from({ length: 8 }, (_, m) => ask(strict[m % 2]!)))))
    expect(responses.filter((status) => status === 200)).toHaveLength(300)
    expect(responses.filter((status) => status === 429)).toHaveLength(60)
    for (const app of strict) await app.close()
  })

  it('let one tab of a person be in a room, whichever process it is at', async () => {
    const { mentee, mentor } = await pair()
    const slot = await publish(one, mentor, hoursAhead(one, 2))
    ok(await book(one, mentee, slot._id))
    await atStart(slot._id)
    const other = await connect('two', mentor)
    const first = await connect('one', mentee)
    const join = { slotId: slot._id }
    expect(await other.socket.emitWithAck('live:join', join)).toMatchObject({ peer: { isPresent: false } })
    expect(await first.socket.emitWithAck('live:join', join)).toMatchObject({ peer: { isPresent: true } })
    await expect.poll(() => other.of('live:peer')).toEqual([{ ...join, change: 'joined' }])
    const second = await connect('two', mentee)
    expect(await second.socket.emitWithAck('live:join', join)).toMatchObject({ peer: { isPresent: true } })
    await expect.poll(() => first.of('live:taken')).toEqual([join])
    await expect
      .poll(() => first.socket.emitWithAck('live:signal', { ...join }))
      .toMatchObject({ ok: false, code: 'not_found' })
    // What the two tell each other goes to the tab that has it now.
    await other.socket.emitWithAck('live:state', {
      ...join,
      isMuted: true,
      isCameraOff: false,
      isSharing: false,
    })
    await expect.poll(() => second.of('live:state').length).toBe(1)
    expect(first.of('live:state')).toEqual([])
  })

  it('know who is online anywhere, and leave no ghost of a process that is gone', async () => {
    const { mentee, mentor } = await pair()
    const watching = await connect('one', mentor)
    const of = () =>
      watching.of('presence').flatMap(({ userId, isOnline }) => (userId === mentee.id ? [isOnline] : []))
    const tab = await connect('one', mentee)
    await expect.poll(() => of().at(-1)).toBe(true)
    const before = of().length
    const third = await shared.start({ sharing: one })
    const address = await third.listen()
    const elsewhere = io(address, { transports: ['websocket'], reconnection: false, forceNew: true })
    elsewhere.emit('setup', { role: 'mentee', userId: mentee.id, token: mentee.token })
    await new Promise((resolve) => elsewhere.once('connected', resolve))
    await expect.poll(() => rowsOf(mentee)).toBe(2)
    tab.socket.close()
    await expect.poll(() => rowsOf(mentee)).toBe(1)
    expect(of().slice(before).includes(false), 'still there through the other').toBe(false)
    // Ends as a kill would: nothing is taken back in the database but the lock, which goes with the connection.
    await third.close()
    elsewhere.close()
    await expect.poll(() => of().at(-1)).toBe(false)
    expect(await rowsOf(mentee)).toBe(0)
  })
})

/** Tokens live ten minutes, so the slot comes to the clock. */
const atStart = (slotId: string) =>
  one.app.db.pool.query(
    `update slot set starts_at = now() + interval '1 minute', ends_at = now() + interval '61 minutes' where id = $1`,
    [slotId],
  )

const rowsOf = async ({ id }: TestPerson) =>
  (await one.app.db.pool.query('select count(*)::int as n from online where account_id = $1', [id])).rows[0].n
