import type { IceServer, LiveSignal } from '@marga/contract/live'
import type { LineReport, VideoLevel } from './rules.ts'

export type Tracks = Record<'audio' | 'video' | 'screenAudio', MediaStreamTrack | null>
export type LinkSignal = Pick<LiveSignal, 'description' | 'candidate'>

type Options = {
  /** The polite side gives way when both offer at once; the other side lays out what is sent. */
  isPolite: boolean
  iceServers: readonly IceServer[]
  tracks: Tracks
  send: (signal: LinkSignal) => void
  onChange: () => void
}

const order = ['audio', 'video', 'screenAudio'] as const
const videoLevels = [
  { active: true, maxBitrate: 1_800_000, scaleResolutionDownBy: 1 },
  { active: true, maxBitrate: 200_000, scaleResolutionDownBy: 3 },
  { active: false },
] as const

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
  let wanted = tracks
  let isRelayRefusing = false
  let isMakingOffer = false
  let isIgnoringOffer = false
  let waiting: RTCIceCandidateInit[] = []
  let previous = { lost: 0, received: 0 }
  const toldAt = new Map<string, number>()
  // Descriptions are applied one after the other.
  let chain = Promise.resolve()

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
  pc.onnegotiationneeded = async () => {
    try {
      isMakingOffer = true
      await pc.setLocalDescription()
      if (pc.localDescription) send({ description: pc.localDescription.toJSON() })
    } catch {
      // The link was closed, or the other's offer came first: negotiation goes on by itself.
    } finally {
      isMakingOffer = false
    }
  }

  function putTracks() {
    pc.getTransceivers().forEach((transceiver, index) => {
      const name = order[index]
      if (!name || transceiver.currentDirection === 'stopped') return
      if (transceiver.sender.track !== wanted[name])
        void transceiver.sender.replaceTrack(wanted[name]).catch(() => {})
    })
  }

  /** Changes how a track is sent; without effect until it has been negotiated. */
  async function changeEncoding(name: keyof Tracks, change: Partial<RTCRtpEncodingParameters>) {
    const sender = pc.getTransceivers()[order.indexOf(name)]?.sender
    const parameters = sender?.getParameters()
    const encoding = parameters?.encodings[0]
    if (!sender || !parameters || !encoding) return
    Object.assign(encoding, change)
    await sender.setParameters(parameters).catch(() => {})
  }

  async function applyDescription(description: RTCSessionDescriptionInit) {
    const isCollision = description.type === 'offer' && (isMakingOffer || pc.signalingState !== 'stable')
    isIgnoringOffer = !isPolite && isCollision
    if (isIgnoringOffer) return
    await pc.setRemoteDescription(description)
    for (const candidate of waiting.splice(0)) await addCandidate(candidate)
    if (description.type !== 'offer') return
    for (const transceiver of pc.getTransceivers()) transceiver.direction = 'sendrecv'
    putTracks()
    await pc.setLocalDescription()
    if (pc.localDescription) send({ description: pc.localDescription.toJSON() })
  }

  async function addCandidate(candidate: RTCIceCandidateInit) {
    try {
      await pc.addIceCandidate(candidate)
    } catch (error) {
      if (!isIgnoringOffer && pc.signalingState !== 'closed') throw error
    }
  }

  async function apply({ description, candidate }: LinkSignal) {
    if (pc.signalingState === 'closed') return
    if (description) await applyDescription(description as RTCSessionDescriptionInit)
    if (!candidate) return
    if (pc.remoteDescription) await addCandidate(candidate as RTCIceCandidateInit)
    else waiting.push(candidate as RTCIceCandidateInit)
  }

  return {
    remote,
    state: () => pc.connectionState,
    isRelayRefusing: () => isRelayRefusing,
    receive(signal: LinkSignal) {
      chain = chain.then(() => apply(signal)).catch(() => {})
    },

    /** Lays out sound, picture and the screen's sound; the offer follows by itself. */
    offer() {
      for (const name of order)
        pc.addTransceiver(name === 'video' ? 'video' : 'audio', { direction: 'sendrecv' })
      putTracks()
    },
    restart: () => pc.restartIce(),

    setTracks(next: Tracks) {
      wanted = next
      putTracks()
    },

    setVideoLevel: (level: VideoLevel) => changeEncoding('video', videoLevels[level]),
    /** What the line bears goes to the voice first. */
    putSoundFirst: () => changeEncoding('audio', { priority: 'high', networkPriority: 'high' }),

    /** How the line has been since the last report. */
    async report(): Promise<LineReport> {
      let lost = 0
      let received = 0
      let sentLostShare = 0
      let roundTripMs = 0
      for (const stat of (await pc.getStats()).values()) {
        if (stat.type === 'inbound-rtp') {
          lost += Math.max(0, stat.packetsLost ?? 0)
          received += stat.packetsReceived ?? 0
        }
        // The other side's own count, of sound and picture each. A picture that is not sent any more keeps
        // its last one for ever.
        if (stat.type === 'remote-inbound-rtp' && toldAt.get(stat.id) !== stat.timestamp) {
          toldAt.set(stat.id, stat.timestamp)
          sentLostShare = Math.max(sentLostShare, stat.fractionLost ?? 0)
        }
        if (stat.type === 'candidate-pair' && stat.nominated)
          roundTripMs = (stat.currentRoundTripTime ?? 0) * 1000
      }
      const since = { lost: lost - previous.lost, all: lost + received - previous.lost - previous.received }
      previous = { lost, received }
      const lostShare = since.all > 0 ? Math.max(0, since.lost) / since.all : 0
      return { lostShare, sentLostShare, roundTripMs }
    },

    close() {
      waiting = []
      pc.onconnectionstatechange = null
      pc.oniceconnectionstatechange = null
      pc.onicecandidate = null
      pc.onicecandidateerror = null
      pc.onnegotiationneeded = null
      pc.ontrack = null
      pc.close()
    },
  }
}
export type PeerLink = ReturnType<typeof createPeerLink>
