import type { LiveSignal } from '@marga/contract/live'

export type LinkSignal = Pick<LiveSignal, 'description' | 'candidate'>

type Options = {
  /** The polite side gives way when both offer at once. */
  isPolite: boolean
  send: (signal: LinkSignal) => void
  /** An offer has come; what is sent in return is put in place before it is answered. */
  onOffer: () => void
}

/** Perfect negotiation, as the WebRTC specification calls it: both sides may offer at any time. */
export function createNegotiation(pc: RTCPeerConnection, { isPolite, send, onOffer }: Options) {
  let isMakingOffer = false
  let isIgnoringOffer = false
  let waiting: RTCIceCandidateInit[] = []
  // Descriptions are applied one after the other.
  let chain = Promise.resolve()

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

  async function applyDescription(description: RTCSessionDescriptionInit) {
    const isCollision = description.type === 'offer' && (isMakingOffer || pc.signalingState !== 'stable')
    isIgnoringOffer = !isPolite && isCollision
    if (isIgnoringOffer) return
    await pc.setRemoteDescription(description)
    for (const candidate of waiting.splice(0)) await addCandidate(candidate)
    if (description.type !== 'offer') return
    onOffer()
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
    receive(signal: LinkSignal) {
      chain = chain.then(() => apply(signal)).catch(() => {})
    },
    stop() {
      waiting = []
      pc.onnegotiationneeded = null
    },
  }
}
