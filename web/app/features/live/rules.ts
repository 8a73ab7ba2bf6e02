import { limits } from '@marga/contract/limits'
import type { LiveRoom } from '@marga/contract/live'
import type { MemberRole } from '@marga/contract/roles'

const minuteMs = 60_000
export const warnBeforeEndMinutes = 5

/** "4:05", "1:02:30": a span as a clock shows it. */
export function clockText(spanMs: number): string {
  const seconds = Math.max(0, Math.floor(spanMs / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

export type SessionPhase = 'before' | 'running' | 'nearEnd' | 'over'

/** Where in its time a session stands; `over` until its room closes. */
export function phaseOf({ start, end }: Pick<LiveRoom, 'start' | 'end'>, now: Date): SessionPhase {
  const at = now.getTime()
  if (at < Date.parse(start)) return 'before'
  if (at >= Date.parse(end)) return 'over'
  return at >= Date.parse(end) - warnBeforeEndMinutes * minuteMs ? 'nearEnd' : 'running'
}

/** Whether the other has been in the room, before what is known was asked. */
export const wasPeerHere = ({ attendance }: LiveRoom, ownRole: MemberRole): boolean =>
  attendance[ownRole === 'mentee' ? 'mentor' : 'mentee'].firstJoinedAt !== null

/** Said to whoever waits, so that nobody leaves before it counts. Which minutes count: docs/behaviour/live.md */
export const waitingRule = (firstName: string): string =>
  `If ${firstName} doesn’t come, stay for ${limits.attendanceMinutes} minutes of the session: it then counts as missed by ${firstName}, not by you.`

/** Said where the other was there before: for how long, and whether they come back, the page does not know. */
export const stayingRule = `Stay for ${limits.attendanceMinutes} minutes of the session, or it counts as missed by you.`

export type Quality = 'good' | 'fair' | 'poor'
/** What was lost of what came, of what was sent as the other side counts it, and how late the rest is. */
export type LineReport = { lostShare: number; sentLostShare: number; roundTripMs: number }

/** How the line feels to people: as bad as its worse direction. */
export function qualityOf({ lostShare, sentLostShare, roundTripMs }: LineReport): Quality {
  const worse = Math.max(lostShare, sentLostShare)
  if (worse > 0.08 || roundTripMs > 700) return 'poor'
  return worse > 0.02 || roundTripMs > 300 ? 'fair' : 'good'
}

/** How it bears what is sent: a picture made smaller here does not help a line that is bad the other way. */
export const sendingQualityOf = (report: LineReport): Quality => qualityOf({ ...report, lostShare: 0 })

export const qualityTexts: Record<Quality, string> = {
  good: 'Good connection',
  fair: 'Fair connection',
  poor: 'Poor connection',
}

/** 0 the whole picture, 1 a small one, 2 none: sound has priority. */
export type VideoLevel = 0 | 1 | 2
const reportsToStepDown = 2
const reportsToStepUp = 5

/** The picture steps down after two poor reports and comes back, a step at a time, after five good ones. */
export function nextVideoLevel(level: VideoLevel, latest: readonly Quality[]): VideoLevel {
  const allOf = (count: number, quality: Quality) =>
    latest.length >= count && latest.slice(-count).every((each) => each === quality)
  if (level < 2 && allOf(reportsToStepDown, 'poor')) return (level + 1) as VideoLevel
  if (level > 0 && allOf(reportsToStepUp, 'good')) return (level - 1) as VideoLevel
  return level
}
