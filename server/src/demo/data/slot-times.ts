import type { DemoMentor } from './types.ts'

export type DemoSlot = {
  type: 'session' | 'intro'
  start: Date
  end: Date
  mentorPreferences: string
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const sessionMinutes = 60
const introMinutes = 20
/** Nothing is offered that starts sooner than this. */
const noticeMs = 2 * 60 * minuteMs

/** The open slots of a mentor's pattern from `now` on, by start, none overlapping. */
export function expandDemoSlots(mentor: DemoMentor, now: Date, days = 21): DemoSlot[] {
  const { slotPattern, timeZone } = mentor
  const slots: DemoSlot[] = []
  const today = localDate(now, timeZone)
  for (let ahead = 0; ahead < days; ahead++) {
    const date = new Date(today.getTime() + ahead * dayMs)
    if (!slotPattern.weekdays.includes(date.getUTCDay())) continue
    for (const hour of slotPattern.hours) {
      slots.push(slotAt('session', zonedTime(date, hour, timeZone), topicFor(mentor, ahead + hour)))
    }
    if (slotPattern.intro && date.getUTCDay() === slotPattern.weekdays[0]) {
      const afterLastSession = Math.max(...slotPattern.hours) + 1
      slots.push(slotAt('intro', zonedTime(date, afterLastSession, timeZone), 'Free intro call'))
    }
  }
  return slots
    .filter((slot) => slot.start.getTime() >= now.getTime() + noticeMs)
    .sort((a, b) => a.start.getTime() - b.start.getTime())
}

function slotAt(type: DemoSlot['type'], start: Date, mentorPreferences: string): DemoSlot {
  const minutes = type === 'intro' ? introMinutes : sessionMinutes
  return { type, start, end: new Date(start.getTime() + minutes * minuteMs), mentorPreferences }
}

function topicFor({ slotTopics }: DemoMentor, number: number): string {
  return slotTopics[number % slotTopics.length] ?? ''
}

/** The calendar day that it is in the zone at that instant, as midnight UTC. */
function localDate(instant: Date, timeZone: string): Date {
  const day = new Date(instant.getTime() + offsetMs(instant, timeZone))
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()))
}

/** The instant at which the clocks of the zone show that hour of that day. */
function zonedTime(date: Date, hour: number, timeZone: string): Date {
  const asUtc = date.getTime() + hour * 60 * minuteMs
  const guess = new Date(asUtc - offsetMs(new Date(asUtc), timeZone))
  // The offset is asked for again at the guess: it differs when the clocks change in between.
  return new Date(asUtc - offsetMs(guess, timeZone))
}

function offsetMs(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    instant,
  )
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  if (!sign) return 0
  const total = Number(hours) * 60 + Number(minutes)
  return (sign === '-' ? -total : total) * minuteMs
}
