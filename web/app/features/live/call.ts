import type { ErrorCode } from '@marga/contract/error-catalogue'
import type { IceServer, LiveSignal, LiveState } from '@marga/contract/live'
import type { ServerEvents } from '@marga/contract/realtime'
import type { Connection } from '../../lib/socket.ts'
import { uniqueId } from '../../lib/unique-id.ts'
import { createPeerLink, type LinkSignal, type PeerLink, type Tracks } from './peer-link.ts'
import { nextVideoLevel, type Quality, qualityOf, sendingQualityOf, type VideoLevel } from './rules.ts'

export type OwnState = Omit<LiveState, 'slotId'>
export type CallState = {
  /** Whether the other is in the room, as the server knows. */
  peer: 'absent' | 'here' | 'reconnecting' | 'left'
  link: 'none' | 'connecting' | 'connected' | 'reconnecting'
  remote: MediaStream | null
  remoteState: OwnState | null
  quality: Quality | null
  /** Why there is no way to the other yet, once that has lasted. */
  problem: 'noPath' | 'relayRefused' | null
}

/** Why a call is over for this page: another tab has the room, or what the server says of its end. */
export type CallEnd = 'taken' | ServerEvents['live:ended']['reason']

type Options = {
  connection: Connection
  slotId: string
  isPolite: boolean
  iceServers: readonly IceServer[]
  tracks: Tracks
  ownState: OwnState
  /** Called once; the call does nothing more then. */
  onOver: (why: CallEnd) => void
}

/** What a rejected join means for good. Everything else is tried again. */
const endsOfRejections: Readonly<Record<string, CallEnd>> = {
  ended: 'time',
  too_early: 'time',
  not_found: 'blocked',
} satisfies { [Code in ErrorCode]?: CallEnd }

const restartAfterMs = 2000
const renewAfterMs = 9000
const greetAfterMs = 1200
const reportEveryMs = 2000
const rejoinAfterMs = 1500
const forgetAfterMs = 30_000
const reportProblemAfterMs = 7000

/**
 * A call in one room. Each page load has an id: a signal without content says "I am here", and a new
 * id there means that the other page is a new one, so its old connection is of no use any more.
 */
export function createCall(options: Options) {
  const { connection, slotId, isPolite, iceServers } = options
  let { tracks, ownState } = options
  let ownId = uniqueId()
  let peerId: string | undefined
  let link: PeerLink | undefined
  let troubleSince: number | undefined
  let apartSince: number | undefined
  let hasRestarted = false
  let wasConnected = false
  let hasLinkWorked = false
  let missingSince: number | undefined
  let isClosed = false
  let videoLevel: VideoLevel = 0
  let reports: Quality[] = []
  let helloTimer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  let state: CallState = {
    peer: 'absent',
    link: 'none',
    remote: null,
    remoteState: null,
    quality: null,
    problem: null,
  }

  const become = (change: Partial<CallState>) => {
    if (isClosed) return
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const send = (signal: LinkSignal) =>
    void connection.emit('live:signal', { slotId, ...signal, from: ownId, ...(peerId ? { to: peerId } : {}) })
  const hello = () => void connection.emit('live:signal', { slotId, from: ownId })
  const tellState = () => void connection.emit('live:state', { slotId, ...ownState })

  function linkChanged() {
    const now = link?.state()
    if (now === 'connected') {
      troubleSince = undefined
      hasRestarted = false
      wasConnected = true
      hasLinkWorked = true
      apartSince = undefined
      void link?.putSoundFirst()
      return become({ problem: null, link: 'connected', remote: link?.remote ?? null, peer: 'here' })
    }
    if (now === 'disconnected' || now === 'failed') troubleSince ??= performance.now()
    become({ link: wasConnected ? 'reconnecting' : 'connecting', remote: link?.remote ?? null })
  }

  function makeLink() {
    link?.close()
    troubleSince = performance.now()
    apartSince ??= performance.now()
    hasRestarted = false
    hasLinkWorked = false
    reports = []
    videoLevel = 0
    link = createPeerLink({ isPolite, iceServers, tracks, send, onChange: linkChanged })
    linkChanged()
    if (!isPolite) link.offer()
  }

  function meet(from: string) {
    if (from === peerId && link) {
      if (link.state() === 'connected') return
      // Candidates may have been lost while the socket was away.
      if (hasLinkWorked) link.restart()
      return
    }
    peerId = from
    makeLink()
    tellState()
    // The other side offers, once it knows whom to.
    if (isPolite) hello()
  }

  function onSignal(signal: LiveSignal) {
    if (signal.slotId !== slotId || (signal.to && signal.to !== ownId)) return
    clearTimeout(helloTimer)
    const from = signal.from ?? 'unnamed'
    const isHello = !signal.description && !signal.candidate
    if (isHello || from !== peerId) {
      // A late candidate of a page that is gone is no reason to begin anew.
      if (!isHello && !signal.description) return
      meet(from)
    }
    if (!isHello) link?.receive(signal)
  }

  function onPeer({ slotId: of, change }: ServerEvents['live:peer']) {
    if (of !== slotId) return
    if (change === 'joined') {
      become({ peer: 'here' })
      tellState()
      // Whoever joined says hello; if nothing comes, we do.
      clearTimeout(helloTimer)
      helloTimer = setTimeout(hello, greetAfterMs)
    } else if (change === 'reconnecting') become({ peer: 'reconnecting' })
    else forgetPeer()
  }

  async function join() {
    if (isClosed) return
    const response = await connection.emit('live:join', { slotId })
    if (isClosed) return
    if (!response.ok) {
      const end = endsOfRejections[response.code]
      if (end) return finish(end)
      return void setTimeout(() => connection.state() === 'connected' && void join(), rejoinAfterMs)
    }
    become({ peer: response.peer?.isPresent ? 'here' : wasConnected ? 'reconnecting' : 'absent' })
    hello()
    tellState()
  }

  function forgetPeer() {
    link?.close()
    link = undefined
    peerId = undefined
    wasConnected = false
    apartSince = undefined
    become({ peer: 'left', problem: null, link: 'none', remote: null, remoteState: null, quality: null })
  }

  /** A link that is in trouble is mended; one that cannot be is made anew, as after a reload. */
  function mend() {
    // After a restart of the server nobody says that the other does not come back.
    missingSince =
      state.peer === 'reconnecting' && state.link !== 'connected'
        ? (missingSince ?? performance.now())
        : undefined
    if (missingSince !== undefined && performance.now() - missingSince > forgetAfterMs) return forgetPeer()
    if (!link || state.peer !== 'here' || troubleSince === undefined) return
    const troubleMs = performance.now() - troubleSince
    if (apartSince !== undefined && performance.now() - apartSince > reportProblemAfterMs && !state.problem)
      become({ problem: link.isRelayRefusing() ? 'relayRefused' : 'noPath' })
    if (troubleMs > renewAfterMs) {
      ownId = uniqueId()
      makeLink()
      hello()
    } else if (hasLinkWorked && troubleMs > restartAfterMs && !hasRestarted) {
      hasRestarted = true
      link.restart()
    }
  }

  async function report() {
    const reported = link
    if (reported?.state() !== 'connected') return become({ quality: null })
    const line = await reported.report()
    if (link !== reported) return
    reports = [...reports.slice(-9), sendingQualityOf(line)]
    const next = nextVideoLevel(videoLevel, reports)
    if (next !== videoLevel) {
      videoLevel = next
      reports = []
      await reported.setVideoLevel(next)
    }
    become({ quality: qualityOf(line) })
  }

  function finish(why: CallEnd) {
    if (isClosed) return
    close()
    options.onOver(why)
  }
  const subscriptions = [
    connection.subscribe('live:signal', onSignal),
    connection.subscribe('live:peer', onPeer),
    connection.subscribe('live:state', ({ slotId: of, ...remoteState }) => {
      if (of === slotId) become({ remoteState })
    }),
    connection.subscribe('live:taken', ({ slotId: of }) => of === slotId && finish('taken')),
    connection.subscribe('live:ended', ({ slotId: of, reason }) => of === slotId && finish(reason)),
    connection.onState(() => connection.state() === 'connected' && void join()),
    // The other may have come or gone meanwhile.
    connection.subscribe('missed', () => void join()),
  ]
  function close() {
    isClosed = true
    clearTimeout(helloTimer)
    for (const timer of timers) clearInterval(timer)
    for (const unsubscribe of subscriptions) unsubscribe()
    link?.close()
    listeners.clear()
  }

  const timers = [setInterval(mend, 500), setInterval(() => void report(), reportEveryMs)]
  if (connection.state() === 'connected') void join()

  return {
    snapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setTracks(next: Tracks) {
      tracks = next
      link?.setTracks(next)
    },
    setOwnState(next: OwnState) {
      ownState = next
      tellState()
    },
    leave: () => connection.emit('live:leave', { slotId }),
    close,
  }
}
export type Call = ReturnType<typeof createCall>
