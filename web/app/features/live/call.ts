import type { ErrorCode } from '@marga/contract/error-catalogue'
import type { LiveSignal } from '@marga/contract/live'
import type { ServerEvents } from '@marga/contract/realtime'
import { forgetPeer, makeLink, mend, report } from './call-link.ts'
import {
  become,
  beginSession,
  type CallEnd,
  type CallOptions,
  type CallSession,
  hello,
  type OwnState,
  tellState,
} from './call-session.ts'
import { canCall } from './devices.ts'
import { inTurn } from './room-turns.ts'
import type { Tracks } from './sent-tracks.ts'

/** What a rejected join means for good. Everything else is tried again. */
const endsOfRejections: Readonly<Record<string, CallEnd>> = {
  ended: 'time',
  too_early: 'time',
  not_found: 'closed',
} satisfies { [Code in ErrorCode]?: CallEnd }

const greetAfterMs = 1200
const reportEveryMs = 2000
const rejoinAfterMs = 1500

/**
 * A call in one room. Each page load has an id: a signal without content says "I am here", and a new
 * id there means that the other page is a new one, so its old connection is of no use any more.
 */
export function createCall(options: CallOptions) {
  const { connection } = options
  const call = beginSession(options)
  const finish = (why: CallEnd) => {
    if (call.isClosed) return
    close()
    options.onOver(why)
  }
  const subscriptions = listen(call, finish)
  const timers = [setInterval(() => mend(call), 500), setInterval(() => void report(call), reportEveryMs)]
  function close() {
    call.isClosed = true
    clearTimeout(call.helloTimer)
    for (const timer of timers) clearInterval(timer)
    for (const unsubscribe of subscriptions) unsubscribe()
    call.link?.close()
    call.listeners.clear()
  }
  if (connection.state() === 'connected') void join(call, finish)
  return {
    snapshot: () => call.state,
    subscribe(listener: () => void) {
      call.listeners.add(listener)
      return () => void call.listeners.delete(listener)
    },
    setTracks(next: Tracks) {
      call.tracks = next
      call.link?.setTracks(next)
    },
    setOwnState(next: OwnState) {
      call.ownState = next
      tellState(call)
    },
    /** Out of the room; nothing where the call was over already: whoever has the room now stays in it. */
    leave() {
      if (call.isClosed) return
      close()
      leaveRoom(call)
    },
  }
}
export type Call = ReturnType<typeof createCall>

type Finish = (why: CallEnd) => void

function listen(call: CallSession, finish: Finish) {
  const { connection, slotId } = call.options
  return [
    connection.subscribe('live:signal', (signal) => onSignal(call, signal)),
    connection.subscribe('live:peer', (peer) => onPeer(call, peer)),
    connection.subscribe('live:state', ({ slotId: of, ...remoteState }) => {
      if (of === slotId) onState(call, remoteState)
    }),
    connection.subscribe('live:taken', ({ slotId: of }) => of === slotId && finish('taken')),
    connection.subscribe('live:ended', ({ slotId: of, reason, isAccountBlocked }) => {
      if (of === slotId) finish(isAccountBlocked ? 'account_blocked' : reason)
    }),
    connection.onState(() => connection.state() === 'connected' && void join(call, finish)),
    // The other may have come or gone meanwhile.
    connection.subscribe('missed', () => void join(call, finish)),
  ]
}

async function join(call: CallSession, finish: Finish) {
  const { connection, slotId } = call.options
  const response = await inTurn(connection, async () => {
    if (call.isClosed) return null
    call.hasAskedIn = true
    return connection.emit('live:join', { slotId, stayId: call.stayId })
  })
  if (!response || call.isClosed) return
  if (!response.ok) {
    const end = endsOfRejections[response.code]
    if (end) return finish(end)
    return void setTimeout(() => connection.state() === 'connected' && void join(call, finish), rejoinAfterMs)
  }
  call.stayId = response.stayId
  const peer = response.peer?.isPresent ? 'here' : call.wasConnected ? 'reconnecting' : 'absent'
  become(call, { peer })
  // First what this browser can do, so that who hears the hello knows whether to connect.
  tellState(call)
  hello(call)
}

function leaveRoom({ hasAskedIn, options: { connection, slotId } }: CallSession) {
  if (!hasAskedIn) return
  void inTurn(connection, async () => {
    // Whose connection has gone is out of the room by that.
    if (connection.state() === 'connected') await connection.emit('live:leave', { slotId })
  })
}

function onSignal(call: CallSession, signal: LiveSignal) {
  if (signal.slotId !== call.options.slotId || (signal.to && signal.to !== call.ownId)) return
  clearTimeout(call.helloTimer)
  const from = signal.from ?? 'unnamed'
  const isHello = !signal.description && signal.candidate === undefined
  if (isHello || from !== call.peerId) {
    // A late candidate of a page that is gone is no reason to begin anew.
    if (!isHello && !signal.description) return
    // Only who is in the room is heard: forgotten after a long absence, say.
    if (call.state.peer !== 'here') become(call, { peer: 'here' })
    meet(call, from)
  }
  if (!isHello) call.link?.receive(signal)
}

function onState(call: CallSession, remoteState: OwnState) {
  become(call, { remoteState })
  if (!canCall() || remoteState.canCall === false) makeLink(call)
}

function meet(call: CallSession, from: string) {
  const { link } = call
  if (from === call.peerId && link) {
    if (link.state() === 'connected') return
    // Candidates may have been lost while the socket was away.
    if (call.hasLinkWorked) link.restart()
    return
  }
  call.peerId = from
  makeLink(call)
  tellState(call)
  // The other side offers, once it knows whom to.
  if (call.options.isPolite) hello(call)
}

function onPeer(call: CallSession, { slotId, change }: ServerEvents['live:peer']) {
  if (slotId !== call.options.slotId) return
  if (change === 'joined') {
    become(call, { peer: 'here' })
    tellState(call)
    // Whoever joined says hello; if nothing comes, we do.
    clearTimeout(call.helloTimer)
    call.helloTimer = setTimeout(() => hello(call), greetAfterMs)
  } else if (change === 'reconnecting') become(call, { peer: 'reconnecting' })
  else forgetPeer(call)
}
