import type { IceServer, LiveState } from '@marga/contract/live'
import type { ServerEvents } from '@marga/contract/realtime'
import type { Connection } from '../../lib/socket.ts'
import { uniqueId } from '../../lib/unique-id.ts'
import { canCall } from './devices.ts'
import type { LinkSignal } from './negotiation.ts'
import type { PeerLink } from './peer-link.ts'
import type { Quality, VideoLevel } from './rules.ts'
import type { Tracks } from './sent-tracks.ts'

export type OwnState = Omit<LiveState, 'slotId'>
export type CallState = {
  /** Whether the other is in the room, as the server knows. */
  peer: 'absent' | 'here' | 'reconnecting' | 'left'
  link: 'none' | 'connecting' | 'connected' | 'reconnecting'
  remote: MediaStream | null
  remoteState: OwnState | null
  quality: Quality | null
  /** Why there is no way to the other yet, once that has lasted. */
  problem: 'noPath' | 'relayRefused' | 'unsupported' | 'peerUnsupported' | null
}

/**
 * Why a call is over for this page: another tab has the room, what the server says of its end, one's own account was
 * blocked, or the room does not let anybody in any more, of which the server does not say why.
 */
export type CallEnd = 'taken' | 'account_blocked' | 'closed' | ServerEvents['live:ended']['reason']

export type CallOptions = {
  connection: Connection
  slotId: string
  isPolite: boolean
  iceServers: readonly IceServer[]
  tracks: Tracks
  ownState: OwnState
  /** Called once; the call does nothing more then. */
  onOver: (why: CallEnd) => void
}

/** What is known of a call from one event to the next. */
export type CallSession = {
  readonly options: CallOptions
  tracks: Tracks
  ownState: OwnState
  ownId: string
  peerId: string | undefined
  link: PeerLink | undefined
  troubleSince: number | undefined
  apartSince: number | undefined
  hasRestarted: boolean
  /** How often the link was made anew since it last worked, as far as that counts. */
  renewals: number
  wasConnected: boolean
  hasLinkWorked: boolean
  missingSince: number | undefined
  /** The server has been asked into the room; the answer may be under way. */
  hasAskedIn: boolean
  /** Of this page's last time in the room: it comes back to no room that another one has taken since. */
  stayId: string | undefined
  isClosed: boolean
  videoLevel: VideoLevel
  reports: Quality[]
  helloTimer: ReturnType<typeof setTimeout> | undefined
  readonly listeners: Set<() => void>
  state: CallState
}

export function beginSession(options: CallOptions): CallSession {
  return {
    options,
    tracks: options.tracks,
    ownState: options.ownState,
    ownId: uniqueId(),
    peerId: undefined,
    link: undefined,
    troubleSince: undefined,
    apartSince: undefined,
    hasRestarted: false,
    renewals: 0,
    wasConnected: false,
    hasLinkWorked: false,
    missingSince: undefined,
    hasAskedIn: false,
    stayId: undefined,
    isClosed: false,
    videoLevel: 0,
    reports: [],
    helloTimer: undefined,
    listeners: new Set(),
    state: { peer: 'absent', link: 'none', remote: null, remoteState: null, quality: null, problem: null },
  }
}

export function become(call: CallSession, change: Partial<CallState>) {
  if (call.isClosed) return
  call.state = { ...call.state, ...change }
  for (const listener of call.listeners) listener()
}

export function send({ options, ownId, peerId }: CallSession, signal: LinkSignal) {
  const { connection, slotId } = options
  void connection.emit('live:signal', { slotId, ...signal, from: ownId, ...(peerId ? { to: peerId } : {}) })
}

export function hello({ options, ownId }: CallSession) {
  void options.connection.emit('live:signal', { slotId: options.slotId, from: ownId })
}

export function tellState({ options, ownState }: CallSession) {
  void options.connection.emit('live:state', { slotId: options.slotId, ...ownState, canCall: canCall() })
}
