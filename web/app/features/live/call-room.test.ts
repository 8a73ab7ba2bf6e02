import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Connection } from '../../lib/socket.ts'
import { type Call, createCall } from './call.ts'

const slotId = '0198a000-0000-7000-8000-0000000000d1'
let handlers: Map<string, (payload: never) => void>
let comings: string[]
/** What each join said of the page's last stay. */
let stays: unknown[]
let state: 'connected' | 'connecting'
let leaveAnswered: Promise<void>
let call: Call
/** Another page of the same tab, by the same connection. */
let begin: () => Call
const deliver = (event: string, payload: object) => handlers.get(event)?.({ slotId, ...payload } as never)
const settle = () => vi.advanceTimersByTimeAsync(1000)

beforeEach(async () => {
  vi.useFakeTimers()
  handlers = new Map()
  comings = []
  stays = []
  state = 'connected'
  leaveAnswered = Promise.resolve()
  const connection = {
    subscribe: (event: string, handler: (payload: never) => void) => {
      handlers.set(event, handler)
      return () => void handlers.delete(event)
    },
    emit: async (event: string, { stayId }: { stayId?: string }) => {
      if (event === 'live:join') stays.push(stayId)
      if (event === 'live:join' || event === 'live:leave') comings.push(event)
      if (event === 'live:leave') await leaveAnswered
      return { ok: true, peer: { isPresent: true }, stayId: `stay ${comings.length}` }
    },
    onState: () => () => {},
    state: () => state,
  } as unknown as Connection
  begin = () =>
    createCall({
      connection,
      slotId,
      isPolite: false,
      iceServers: [],
      tracks: { audio: null, video: null, screenAudio: null },
      ownState: { isMuted: false, isCameraOff: false, isSharing: false },
      onOver: () => {},
    })
  call = begin()
  await settle()
})
afterEach(() => call.leave())

it('leaves the room, once', async () => {
  call.leave()
  call.leave()
  await settle()
  expect(comings).toEqual(['live:join', 'live:leave'])
})

it.each(['live:taken', 'live:ended'])(
  'leaves no room that is not its own any more, after %s',
  async (event) => {
    deliver(event, { reason: 'time' })
    call.leave()
    await settle()
    expect(comings).toEqual(['live:join'])
  },
)

it('leaves nothing by a connection that has gone, by which the server knows already', async () => {
  state = 'connecting'
  call.leave()
  await settle()
  expect(comings).toEqual(['live:join'])
})

it('enters again only after the server has answered that the room was left', async () => {
  let answer = () => {}
  leaveAnswered = new Promise((resolve) => (answer = resolve))
  call.leave()
  call = begin()
  await settle()
  expect(comings).toEqual(['live:join', 'live:leave'])
  answer()
  await settle()
  expect(comings).toEqual(['live:join', 'live:leave', 'live:join'])
})

it('enters once where a page in development is shown, taken away and shown again in one moment', async () => {
  call.leave()
  await settle()
  comings.length = 0
  const first = begin()
  first.leave()
  call = begin()
  await settle()
  expect(comings).toEqual(['live:join'])
})

it('comes back as the page that was here, and another page as a new one', async () => {
  deliver('missed', {})
  await settle()
  begin()
  await settle()
  expect(stays).toEqual([undefined, 'stay 1', undefined])
})
