import type { IceServer } from '@marga/contract/live'
import { createLineReports } from './line-reports.ts'
import { createNegotiation, type LinkSignal } from './negotiation.ts'
import { createSentTracks, type Tracks } from './sent-tracks.ts'

type Options = {
  /** The polite side gives way when both offer at once; the other side lays out what is sent. */
  isPolite: boolean
  iceServers: readonly IceServer[]
  tracks: Tracks
  send: (signal: LinkSignal) => void
  onChange: () => void
}

/** One RTCPeerConnection with perfect negotiation; it lives until the other page is another one. */
export function createPeerLink({ isPolite, iceServers, tracks, send, onChange }: Options) {
  const pc = new RTCPeerConnection({
    iceServers: iceServers.map(({ urls, username, credential }) => ({
      urls,
      ...(username && credential ? { username, credential } : {}),
    })),
    bundlePolicy: 'max-bundle',
  })
  const remote = new MediaStream()
  let isRelayRefusing = false
  pc.onicecandidate = ({ candidate }) => {
    if (candidate) send({ candidate: candidate.toJSON() as LinkSignal['candidate'] })
  }
  pc.ontrack = ({ track }) => {
    remote.addTrack(track)
    onChange()
  }
  pc.onicecandidateerror = ({ errorCode }) => {
    // Wrong or expired credentials, as the relay says it.
    if (errorCode === 401 || errorCode === 403 || errorCode === 438) isRelayRefusing = true
  }
  pc.onconnectionstatechange = onChange
  pc.oniceconnectionstatechange = onChange
  const sent = createSentTracks(pc, tracks)
  const negotiation = createNegotiation(pc, { isPolite, send, onOffer: sent.fillOffered })
  return {
    remote,
    state: () => pc.connectionState,
    isRelayRefusing: () => isRelayRefusing,
    receive: negotiation.receive,
    offer: sent.offer,
    restart: () => pc.restartIce(),
    setTracks: sent.change,
    setVideoLevel: sent.setVideoLevel,
    putSoundFirst: sent.putSoundFirst,
    report: createLineReports(pc),
    close() {
      negotiation.stop()
      pc.onconnectionstatechange = null
      pc.oniceconnectionstatechange = null
      pc.onicecandidate = null
      pc.onicecandidateerror = null
      pc.ontrack = null
      pc.close()
    },
  }
}
export type PeerLink = ReturnType<typeof createPeerLink>
