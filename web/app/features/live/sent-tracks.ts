import type { VideoLevel } from './rules.ts'

export type Tracks = Record<'audio' | 'video' | 'screenAudio', MediaStreamTrack | null>

const order = ['audio', 'video', 'screenAudio'] as const
const videoLevels = [
  { active: true, maxBitrate: 1_800_000, scaleResolutionDownBy: 1 },
  { active: true, maxBitrate: 200_000, scaleResolutionDownBy: 3 },
  { active: false },
] as const

/** Sound, picture and the screen's sound of a connection: what is sent, and how. */
export function createSentTracks(pc: RTCPeerConnection, tracks: Tracks) {
  let wanted = tracks

  function put() {
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

  return {
    /** Lays out all three; the offer follows by itself. */
    offer() {
      for (const name of order)
        pc.addTransceiver(name === 'video' ? 'video' : 'audio', { direction: 'sendrecv' })
      put()
    },
    /** In the places that the other side has laid out. */
    fillOffered() {
      for (const transceiver of pc.getTransceivers()) transceiver.direction = 'sendrecv'
      put()
    },
    change(next: Tracks) {
      wanted = next
      put()
    },
    setVideoLevel: (level: VideoLevel) => changeEncoding('video', videoLevels[level]),
    /** What the line bears goes to the voice first. */
    putSoundFirst: () => changeEncoding('audio', { priority: 'high', networkPriority: 'high' }),
  }
}
