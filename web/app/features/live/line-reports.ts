import type { LineReport } from './rules.ts'

/** How the line of a connection has been since the last report. */
export function createLineReports(pc: RTCPeerConnection) {
  let previous = { lost: 0, received: 0 }
  const toldAt = new Map<string, number>()

  return async function report(): Promise<LineReport> {
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
  }
}
