import { api } from '@marga/contract/api'
import { type ClientEvents, clientEvents } from '@marga/contract/realtime'
import type { Role } from '@marga/contract/roles'
import pg from 'pg'
import sharp from 'sharp'
import { io } from 'socket.io-client'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../testing/every-endpoint.ts'
import { fingerprint } from '../testing/fingerprint.ts'
import { sessionOf } from '../testing/identities.ts'
import { countLockWaits } from '../testing/lock-waits.ts'
import { requestOf, roleOf, thingsOfPair } from '../testing/named-requests.ts'
import { newMentor, newModerator, ok, type TestPerson, testPassword } from '../testing/people.ts'
import type { Named } from '../testing/sample-input.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { makePair, type PairWorld } from '../testing/two-pairs.ts'

/**
 * A session is ended, by a block say, while a request of it is under way: the request has been let in already
 * when the block has not committed yet. Nothing may be written once the block has committed.
 */
let test: TestApp
let address: string
let pair: PairWorld
let moderator: TestPerson
let blocker: pg.Client
/** What some calls must be about to change anything. */
let other: Record<string, Named>

beforeAll(async () => {
  test = await startTestApp()
  address = await test.listen()
  moderator = await newModerator(test)
  pair = await makePair(test, moderator, 'a secret of the pair', 3)
  const stranger = await newMentor(test, moderator)
  const { mentorData } = ok(await test.call(api.mentors.profile, { params: { mentorId: stranger.id } }))
  const unpaid = { mentorId: stranger.id, mentorPriceId: mentorData.stripePriceId }
  other = {
    'accountSettings.editMenteeProfile': { about: 'Something new' },
    'enrollments.createCheckout': unpaid,
    'enrollments.createPaymentIntent': unpaid,
  }
  blocker = new pg.Client({ connectionString: test.databaseUrl })
  await blocker.connect()
})
afterAll(async () => {
  await blocker.end()
  await test.close()
})

const personOf = (role: Role) => (role === 'moderator' ? moderator : pair[role])

/** A login of its own, so that the next call has one too. */
async function freshLogin(role: Role) {
  const { id, email } = personOf(role)
  const body = { email, password: testPassword }
  const token =
    role === 'mentee'
      ? ok(await test.call(api.accounts.loginMentee, { body })).accessToken
      : role === 'mentor'
        ? ok(await test.call(api.accounts.loginMentor, { body })).mentorAccessToken
        : ok(await test.call(api.accounts.loginModerator, { body })).moderatorAccessToken
  return { id, role, token, sessionId: sessionOf(token) }
}

/** Of the session that ends, and of the process that notes who is connected to it. */
const changeByThemselves = ['public.login_session', 'public.revoked_session', 'public.online']

async function rows() {
  const all = Object.entries(await fingerprint(test.app.db, 'last_seen_at'))
  return Object.fromEntries(all.filter(([table]) => !changeByThemselves.includes(table)))
}

/** How many of the product's connections wait for a row that the block has locked. */
const waiting = () => countLockWaits(blocker)

/** Lets `work` begin while the session's end is not committed, and commits when it waits or is done. */
async function whileEnding<T>(sessionId: string, work: () => Promise<T>) {
  await blocker.query('begin')
  await blocker.query('delete from login_session where id = $1', [sessionId])
  let isDone = false
  const response = work().finally(() => {
    isDone = true
  })
  await expect.poll(async () => isDone || (await waiting()) > 0, { interval: 5 }).toBe(true)
  const hasWaited = !isDone
  await blocker.query('commit')
  return { response: await response, hasWaited }
}

const guarded = endpoints.filter(([, { access }]) => Array.isArray(access))
const waited: string[] = []

describe('a request of a session that ends while it is under way', () => {
  it.each(guarded)('%s writes nothing', async (name, endpoint) => {
    const caller = await freshLogin(roleOf(endpoint))
    const named = thingsOfPair(pair, caller.role, name, sessionOf(moderator.token))
    const { url, body } = requestOf(endpoint, { ...named, ...other[name] }, caller.id)
    const before = await rows()
    const { response, hasWaited } = await whileEnding(caller.sessionId, () =>
      test.request(endpoint.method, url, {
        token: caller.token,
        ...(body && endpoint.method !== 'GET' ? { body } : {}),
      }),
    )
    if (hasWaited) {
      waited.push(name)
      expect([response.status, response.body.code]).toEqual([401, 'unauthenticated'])
    }
    expect(await rows()).toEqual(before)
  })

  it('images.upload writes nothing', async () => {
    const caller = await freshLogin('mentee')
    const form = new FormData()
    const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    form.set('file', new Blob([new Uint8Array(picture)]), 'me.png')
    const before = await rows()
    const { response, hasWaited } = await whileEnding(caller.sessionId, () =>
      fetch(address + api.images.upload.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${caller.token}` },
        body: form,
      }),
    )
    expect([hasWaited, response.status]).toEqual([true, 401])
    expect(await rows()).toEqual(before)
  })

  it('waits wherever it would write: the others only read, or are refused by the state of things', () => {
    const writing = guarded.filter(([, { method }]) => method !== 'GET').map(([name]) => name)
    expect(writing.filter((name) => !waited.includes(name)).sort()).toEqual(withoutWriting.sort())
  })
})

/** Calls that change nothing in this test's world, and why. */
const withoutWriting: string[] = [
  'availability.addFeed', // reads the calendar first, which is not there
  'chat.mentee.conversations', // reads, by POST
  'chat.mentor.conversations',
  'chat.pairMessages',
  'chat.mentee.open', // there is one already
  'chat.mentor.open',
  'enrollments.billingPortal', // asks the provider only
  'enrollments.confirm', // enrolled already
  'enrollments.endPause', // no pause was asked for
  'enrollments.resume', // has not been cancelled
  'images.upload', // takes multipart only: below
  'live.verify', // too early
]

describe('an event of a socket whose session ends while it is under way', () => {
  const payloads = (): ClientEvents => {
    const { conversationId, slotId } = pair
    return {
      message: { conversationId, message: 'Too late', clientMessageId: v7() },
      typing: { conversationId, isTyping: true },
      read: { conversationId, seq: 1 },
      'live:join': { slotId },
      'live:signal': { slotId, candidate: { candidate: 'candidate' } },
      'live:state': { slotId, isMuted: true, isCameraOff: true, isSharing: true },
      'live:notes': { slotId, text: 'Some notes', version: 1 },
      'live:leave': { slotId },
    }
  }

  it.each(Object.keys(clientEvents) as (keyof ClientEvents)[])('%s writes nothing', async (name) => {
    const caller = await freshLogin('mentee')
    const socket = io(address, { transports: ['websocket'], reconnection: false, forceNew: true })
    socket.emit('setup', { role: caller.role, userId: caller.id, token: caller.token })
    await new Promise((resolve) => socket.once('connected', resolve))
    const gone = new Promise<string>((resolve) => socket.once('disconnect', () => resolve('gone')))
    const before = await rows()
    const { response } = await whileEnding(caller.sessionId, () =>
      Promise.race([gone, socket.emitWithAck(name, payloads()[name])]),
    )
    if (name === 'read' || name === 'message')
      expect(response).toSatisfy((given) => given === 'gone' || given.code === 'unauthenticated')
    expect(await gone).toBe('gone')
    expect(await rows()).toEqual(before)
  })
})
