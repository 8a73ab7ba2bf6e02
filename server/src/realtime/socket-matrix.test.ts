import { type ClientEvents, clientEvents } from '@marga/contract/realtime'
import type { Role } from '@marga/contract/roles'
import { io, type Socket } from 'socket.io-client'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fingerprint } from '../testing/fingerprint.ts'
import { type Identity, makeIdentities } from '../testing/identities.ts'
import { newModerator } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { makePair, type PairWorld } from '../testing/two-pairs.ts'

/** Every event of a client × who sends it × whose things it names. */
type EventName = keyof ClientEvents
type Kind = 'own' | "other's" | 'missing' | 'absurd'

const names = Object.keys(clientEvents) as EventName[]
const kinds: Kind[] = ['own', "other's", 'missing', 'absurd']
let test: TestApp
let address: string
let one: PairWorld
let two: PairWorld
let identities: Identity[]
const sockets: Socket[] = []

beforeAll(async () => {
  test = await startTestApp()
  address = await test.listen()
  const moderator = await newModerator(test)
  one = await makePair(test, moderator, 'only-the-first-pair-may-read-this', 3)
  two = await makePair(test, moderator, 'only-the-second-pair-may-read-this', 30)
  identities = await makeIdentities(test, { one, two, moderator })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})
afterAll(() => test.close())

function open() {
  const socket = io(address, { transports: ['websocket'], reconnection: false, forceNew: true })
  sockets.push(socket)
  const heard: string[] = []
  socket.onAny((name: string) => heard.push(name))
  return { socket, heard }
}

/** Coming and going is noted with the person; nothing else may change. */
/** What a sign-in itself writes is left out: who is connected, and when it was. */
const rows = async () => {
  const { 'public.online': _connected, ...others } = await fingerprint(test.app.db, 'last_seen_at')
  return others
}

const setUp = ({ role, id, token }: Identity, as: Role) => ({
  role: role ?? as,
  userId: id,
  token: token ?? '',
})

const answerTo = (socket: Socket, ...names: string[]) =>
  new Promise<string>((resolve) => {
    for (const name of names) socket.once(name, () => resolve(name))
  })

/** A payload that the event's schema takes. */
function payloadOf(name: EventName, pair: { conversationId: string; slotId: string }) {
  const { conversationId, slotId } = pair
  const payloads: ClientEvents = {
    message: { conversationId, message: 'A message of the matrix', clientMessageId: v7() },
    typing: { conversationId, isTyping: true },
    read: { conversationId, seq: 1 },
    'live:join': { slotId },
    'live:signal': { slotId, candidate: { candidate: 'candidate' } },
    'live:state': { slotId, isMuted: true, isCameraOff: true, isSharing: true },
    'live:notes': { slotId, text: 'Some notes', version: 1 },
    'live:leave': { slotId },
  }
  return payloads[name]
}

function pairOf(kind: Kind, own: PairWorld) {
  if (kind === 'own') return own
  if (kind === "other's") return own === one ? two : one
  const id = kind === 'missing' ? v7() : "' or 1=1"
  return { conversationId: id, slotId: id }
}

/** Events that a person may send about the own pair while no room is open. */
const servedToOwners: readonly EventName[] = ['message', 'typing', 'read', 'live:leave']
/** Leaving where one is not says nothing about the room and changes nothing. */
const harmless: readonly EventName[] = ['live:leave']

describe('every socket event', () => {
  it.each(names)('%s of a signed-in person reaches the own things only', async (name) => {
    for (const identity of identities.filter(({ role }) => role !== undefined)) {
      const { socket, heard } = open()
      socket.emit('setup', setUp(identity, 'mentee'))
      expect(await answerTo(socket, 'connected', 'unauthenticated')).toBe('connected')
      const before = await rows()
      for (const kind of kinds) {
        if (kind === 'own' && identity.own && servedToOwners.includes(name)) continue
        const response = await socket.emitWithAck(name, payloadOf(name, pairOf(kind, identity.own ?? one)))
        const isHarmless = harmless.includes(name) && kind !== 'absurd'
        expect(response.ok, `${identity.name}, ${kind}: ${JSON.stringify(response)}`).toBe(isHarmless)
        expect(response.code ?? 'none').not.toBe('internal')
      }
      expect(await rows(), identity.name).toEqual(before)
      expect(heard.filter((event) => event.startsWith('live:'))).toEqual([])
    }
  })

  it.each(servedToOwners)('%s about the own pair is served', async (name) => {
    for (const identity of identities.filter(({ own }) => own !== undefined)) {
      const { socket } = open()
      socket.emit('setup', setUp(identity, 'mentee'))
      await answerTo(socket, 'connected')
      expect(await socket.emitWithAck(name, payloadOf(name, identity.own!))).toMatchObject({ ok: true })
    }
  })

  it.each(names)('%s before or without a sign-in is never answered', async (name) => {
    const before = await rows()
    for (const identity of identities.filter(({ role }) => role === undefined)) {
      const { socket, heard } = open()
      const responses: unknown[] = []
      for (const kind of kinds)
        socket.emit(name, payloadOf(name, pairOf(kind, one)), (response: unknown) => responses.push(response))
      socket.emit('setup', setUp(identity, 'mentee'))
      for (const kind of kinds)
        socket.emit(name, payloadOf(name, pairOf(kind, one)), (response: unknown) => responses.push(response))
      await answerTo(socket, 'disconnect')
      expect([responses, heard], identity.name).toEqual([[], ['unauthenticated']])
    }
    expect(await rows()).toEqual(before)
  })

  it('knows every event of the contract', () => {
    for (const name of names)
      expect(clientEvents[name].safeParse(payloadOf(name, one)).success, name).toBe(true)
  })
})
