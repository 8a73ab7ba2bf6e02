import type { LiveSignal } from '@marga/contract/live'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Connection } from '../../lib/socket.ts'
import { type Call, createCall } from './call.ts'
import type { CallEnd } from './call-session.ts'

// The browser's own connection, with a line whose losses are ours.
type Encoding = Record<string, unknown>
class FakePeerConnection {
  static last: FakePeerConnection | undefined
  connectionState: RTCPeerConnectionState = 'new'
  signalingState = 'stable'
  localDescription = null
  lossShare = 0
  isVideoSilent = false
  restarts = 0
  onconnectionstatechange: (() => void) | null = null
  onicecandidateerror: ((event: { errorCode: number }) => void) | null = null
  readonly transceivers = [] as { encoding: Encoding; sender: object; currentDirection: string }[]
  constructor() {
    FakePeerConnection.last = this
  }
  addTransceiver() {
    const encoding: Encoding = {}
    const sender = {
      track: null,
      replaceTrack: async () => {},
      getParameters: () => ({ encodings: [{ ...encoding }] }),
      setParameters: async ({ encodings: [next] }: { encodings: Encoding[] }) =>
        void Object.assign(encoding, next),
    }
    this.transceivers.push({ encoding, sender, currentDirection: 'sendrecv' })
  }
  getTransceivers = () => this.transceivers
  setLocalDescription = async () => {}
  restartIce = () => void this.restarts++
  close() {
    this.connectionState = 'closed'
  }
  async getStats() {
    const told = (id: string, timestamp: number, fractionLost: number) => [
      id,
      { id, type: 'remote-inbound-rtp', timestamp, fractionLost },
    ]
    // Once it is not sent, the picture's last report stays as it was.
    const isSent = this.transceivers[1]?.encoding.active !== false
    if (isSent) this.videoReported = { at: Date.now(), lossShare: this.lossShare }
    return new Map([
      told('audio', Date.now(), this.lossShare),
      told('video', this.videoReported.at, this.videoReported.lossShare),
    ] as never)
  }
  private videoReported = { at: 0, lossShare: 0 }
  become(state: RTCPeerConnectionState) {
    this.connectionState = state
    this.onconnectionstatechange?.()
  }
}

const slotId = '0198a000-0000-7000-8000-0000000000d1'
let handlers: Map<string, (payload: never) => void>
let sent: { event: string; payload: Record<string, unknown> }[]
let over: CallEnd[]
let call: Call
const deliver = (event: string, payload: object) => handlers.get(event)?.({ slotId, ...payload } as never)
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('RTCPeerConnection', FakePeerConnection)
  vi.stubGlobal('MediaStream', class {})
  FakePeerConnection.last = undefined
  handlers = new Map()
  sent = []
  over = []
  const connection = {
    subscribe: (event: string, handler: (payload: never) => void) => {
      handlers.set(event, handler)
      return () => void handlers.delete(event)
    },
    emit: async (event: string, payload: Record<string, unknown>) => {
      sent.push({ event, payload })
      return { ok: true, peer: { isPresent: true } }
    },
    onState: () => () => {},
    state: () => 'connected',
  } as unknown as Connection
  call = createCall({
    connection,
    slotId,
    isPolite: false,
    iceServers: [],
    tracks: { audio: null, video: null, screenAudio: null },
    ownState: { isMuted: false, isCameraOff: false, isSharing: false },
    onOver: (why) => void over.push(why),
  })
})
afterEach(() => {
  call.leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function connected(): Promise<FakePeerConnection> {
  deliver('live:signal', { from: 'their page' } satisfies Partial<LiveSignal>)
  const link = FakePeerConnection.last!
  link.become('connected')
  await seconds(0)
  return link
}

it('gives up the picture for the voice on a bad line, step by step, and brings it back by itself', async () => {
  const link = await connected()
  const [voice, picture] = link.transceivers.map(({ encoding }) => encoding)
  expect(voice).toMatchObject({ priority: 'high', networkPriority: 'high' })
  link.lossShare = 0.3
  await seconds(4)
  expect(call.snapshot().quality).toBe('poor')
  expect(picture).toMatchObject({ active: true, scaleResolutionDownBy: 3 })
  await seconds(4)
  expect(picture).toMatchObject({ active: false })
  expect(voice).not.toHaveProperty('active')
  link.lossShare = 0
  await seconds(10)
  expect(call.snapshot().quality).toBe('good')
  expect(picture).toMatchObject({ active: true, scaleResolutionDownBy: 3 })
  await seconds(10)
  expect(picture).toMatchObject({ active: true, scaleResolutionDownBy: 1 })
})

it('is with whoever says hello, though they were taken for gone', async () => {
  await connected()
  deliver('live:peer', { change: 'left' })
  expect(call.snapshot().peer).toBe('left')
  deliver('live:signal', { from: 'their page' } satisfies Partial<LiveSignal>)
  expect(call.snapshot().peer).toBe('here')
})

it('gives a link that is being made longer each time, and begins one anew at once that has failed', async () => {
  const madeAfter = async (count: number) => {
    const before = FakePeerConnection.last
    await seconds(count)
    return FakePeerConnection.last !== before
  }
  deliver('live:signal', { from: 'their page' } satisfies Partial<LiveSignal>)
  expect([await madeAfter(8), await madeAfter(2)]).toEqual([false, true])
  expect([await madeAfter(16), await madeAfter(3)]).toEqual([false, true])
  FakePeerConnection.last!.become('failed')
  expect([await madeAfter(8), await madeAfter(2)]).toEqual([false, true])
})

it('says that there is no way, and why, also where the relay refuses later', async () => {
  deliver('live:signal', { from: 'their page' } satisfies Partial<LiveSignal>)
  await seconds(8)
  expect(call.snapshot().problem).toBe('noPath')
  FakePeerConnection.last!.onicecandidateerror?.({ errorCode: 401 })
  await seconds(1)
  expect(call.snapshot().problem).toBe('relayRefused')
  await seconds(30)
  expect(call.snapshot().problem).toBe('relayRefused')
})

it('says that a browser without calls has none, and stays in the room', async () => {
  vi.stubGlobal('RTCPeerConnection', undefined)
  deliver('live:signal', { from: 'their page' } satisfies Partial<LiveSignal>)
  await seconds(20)
  expect(call.snapshot()).toMatchObject({ problem: 'unsupported', link: 'none', peer: 'here' })
  expect(over).toEqual([])
})

it('says so, too, where no page greets because the other cannot call either', async () => {
  vi.stubGlobal('RTCPeerConnection', undefined)
  deliver('live:state', { isMuted: true, isCameraOff: true, isSharing: false, canCall: false })
  expect(call.snapshot()).toMatchObject({ problem: 'unsupported', link: 'none', peer: 'here' })
})

it('tells what the browser can do before it greets', async () => {
  await seconds(0)
  expect(sent.map(({ event, payload: { canCall } }) => [event, canCall])).toEqual([
    ['live:join', undefined],
    ['live:state', true],
    ['live:signal', undefined],
  ])
})

it('connects with no browser that cannot call, blames no network, and calls once the other comes by one that can', async () => {
  const theirState = { isMuted: true, isCameraOff: true, isSharing: false }
  deliver('live:state', { ...theirState, canCall: false })
  deliver('live:signal', { from: 'their page' } satisfies Partial<LiveSignal>)
  await seconds(20)
  expect(call.snapshot()).toMatchObject({ problem: 'peerUnsupported', link: 'none', peer: 'here' })
  expect(FakePeerConnection.last).toBeUndefined()
  deliver('live:state', { ...theirState, canCall: true })
  deliver('live:signal', { from: 'their page in another browser' } satisfies Partial<LiveSignal>)
  expect(call.snapshot()).toMatchObject({ problem: null, link: 'connecting' })
  FakePeerConnection.last!.become('connected')
  expect(call.snapshot().link).toBe('connected')
})

it('mends a lost path twice: a restart after 2 s, a new connection after 9 s; the room is never left', async () => {
  const link = await connected()
  link.become('disconnected')
  expect(call.snapshot().link).toBe('reconnecting')
  await seconds(1.5)
  expect(link.restarts).toBe(0)
  await seconds(1)
  expect(link.restarts).toBe(1)
  await seconds(8)
  expect(FakePeerConnection.last).not.toBe(link)
  expect(link.connectionState).toBe('closed')
  expect(call.snapshot().peer).toBe('here')
  expect(sent.map(({ event }) => event)).not.toContain('live:leave')
})

it('meets a page that was reloaded with a new connection, and keeps a healthy one', async () => {
  const link = await connected()
  deliver('live:signal', { from: 'their page' })
  expect(FakePeerConnection.last).toBe(link)
  deliver('live:signal', { from: 'their next page' })
  expect(FakePeerConnection.last).not.toBe(link)
})

it('takes the end of another page’s candidates for no greeting', async () => {
  const link = await connected()
  deliver('live:signal', { from: 'their page that is gone', candidate: null })
  expect(FakePeerConnection.last).toBe(link)
})

it.each([
  ['live:taken', {}, 'taken'],
  ['live:ended', { reason: 'time' }, 'time'],
  ['live:ended', { reason: 'blocked' }, 'blocked'],
] as const)('is over by %s %j, once', async (event, payload, why) => {
  const link = await connected()
  deliver(event, payload)
  deliver(event, payload)
  expect(over).toEqual([why])
  expect(link.connectionState).toBe('closed')
})
