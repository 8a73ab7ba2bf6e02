import { uniqueId } from '../../lib/unique-id.ts'
import { become, type CallSession, hello, send } from './call-session.ts'
import { canCall } from './devices.ts'
import { createPeerLink } from './peer-link.ts'
import { nextVideoLevel, qualityOf, sendingQualityOf } from './rules.ts'

const restartAfterMs = 2000
const renewAfterMs = 9000
/** One that is being made on a slow line would never be, were it begun anew as soon each time. */
const renewalsMax = 2
const forgetAfterMs = 30_000
const reportProblemAfterMs = 7000

/** A new link to the other page in place of the one there was. */
export function makeLink(call: CallSession) {
  const { isPolite, iceServers } = call.options
  call.link?.close()
  call.link = undefined
  const problem = whyNoLink(call)
  if (problem) {
    call.apartSince = undefined
    return become(call, { problem, link: 'none', remote: null, peer: 'here' })
  }
  if (call.state.problem === 'peerUnsupported') become(call, { problem: null })
  call.troubleSince = performance.now()
  call.apartSince ??= performance.now()
  call.hasRestarted = false
  call.hasLinkWorked = false
  call.reports = []
  call.videoLevel = 0
  call.link = createPeerLink({
    isPolite,
    iceServers,
    tracks: call.tracks,
    send: (signal) => send(call, signal),
    onChange: () => linkChanged(call),
  })
  linkChanged(call)
  if (!isPolite) call.link.offer()
}

/** Whose browser makes no calls, if one of the two does not. */
function whyNoLink({ state }: CallSession) {
  if (!canCall()) return 'unsupported'
  return state.remoteState?.canCall === false ? 'peerUnsupported' : undefined
}

function linkChanged(call: CallSession) {
  const { link } = call
  const now = link?.state()
  if (now === 'connected') {
    call.troubleSince = undefined
    call.hasRestarted = false
    call.wasConnected = true
    call.hasLinkWorked = true
    call.apartSince = undefined
    call.renewals = 0
    void link?.putSoundFirst()
    return become(call, { problem: null, link: 'connected', remote: link?.remote ?? null, peer: 'here' })
  }
  if (now === 'disconnected' || now === 'failed') call.troubleSince ??= performance.now()
  become(call, { link: call.wasConnected ? 'reconnecting' : 'connecting', remote: link?.remote ?? null })
}

export function forgetPeer(call: CallSession) {
  call.link?.close()
  call.link = undefined
  call.peerId = undefined
  call.wasConnected = false
  call.apartSince = undefined
  call.renewals = 0
  become(call, { peer: 'left', problem: null, link: 'none', remote: null, remoteState: null, quality: null })
}

/** A link that is in trouble is mended; one that cannot be is made anew, as after a reload. */
export function mend(call: CallSession) {
  // After a restart of the server nobody says that the other does not come back.
  call.missingSince =
    call.state.peer === 'reconnecting' && call.state.link !== 'connected'
      ? (call.missingSince ?? performance.now())
      : undefined
  if (call.missingSince !== undefined && performance.now() - call.missingSince > forgetAfterMs)
    return forgetPeer(call)
  const { link, state, troubleSince, apartSince } = call
  if (!link || state.peer !== 'here' || troubleSince === undefined) return
  const troubleMs = performance.now() - troubleSince
  const isApartLong = apartSince !== undefined && performance.now() - apartSince > reportProblemAfterMs
  // Why there is no way may be known later than that there is none.
  if (isApartLong && link.isRelayRefusing() && state.problem !== 'relayRefused')
    become(call, { problem: 'relayRefused' })
  else if (isApartLong && !state.problem) become(call, { problem: 'noPath' })
  const isBeingMade = link.state() === 'new' || link.state() === 'connecting'
  if (troubleMs > renewAfterMs * (isBeingMade ? 2 ** call.renewals : 1)) {
    call.renewals = Math.min(call.renewals + 1, renewalsMax)
    call.ownId = uniqueId()
    makeLink(call)
    hello(call)
  } else if (call.hasLinkWorked && troubleMs > restartAfterMs && !call.hasRestarted) {
    call.hasRestarted = true
    link.restart()
  }
}

/** How the line is; the picture is made smaller or larger by it. */
export async function report(call: CallSession) {
  const reported = call.link
  if (reported?.state() !== 'connected') return become(call, { quality: null })
  const line = await reported.report()
  if (call.link !== reported) return
  call.reports = [...call.reports.slice(-9), sendingQualityOf(line)]
  const next = nextVideoLevel(call.videoLevel, call.reports)
  if (next !== call.videoLevel) {
    call.videoLevel = next
    call.reports = []
    await reported.setVideoLevel(next)
  }
  become(call, { quality: qualityOf(line) })
}
