import { meetingTitle } from '@marga/contract/meeting-title'
import type { Slot } from '@marga/contract/slots'

type Event = Pick<Slot, '_id' | 'bookingId' | 'type' | 'start' | 'end' | 'title' | 'mentorId'>
type Place = { origin: string; productName: string; roomHref: string }

const utc = (moment: string | Date) => new Date(moment).toISOString().replace(/[-:]|\.\d{3}/g, '')
const escaped = (text: string) => text.replace(/[\\;,]/g, (char) => `\\${char}`).replace(/\r?\n/g, '\\n')

/** One session as text/calendar; its id is that of the emails and the feed, so that programs see one event. */
export function calendarFileOf(slot: Event, { origin, productName, roomHref }: Place, now: Date): string {
  const {
    type,
    mentorId: { firstName, lastName },
  } = slot
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(productName)}//Sessions//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${slot.bookingId ?? slot._id}@${new URL(origin).hostname}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(slot.start)}`,
    `DTEND:${utc(slot.end)}`,
    `SUMMARY:${escaped(meetingTitle(type, `${firstName} ${lastName}`))}`,
    `DESCRIPTION:${escaped(slot.title)}`,
    `URL:${origin}${roomHref}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.flatMap(fold).join('\r\n')}\r\n`
}

/** RFC 5545 wants lines of at most 75 octets; a character of ours has three of them at most, or is two of two. */
function fold(line: string): string[] {
  const parts = line.match(/.{1,24}/gu) ?? []
  return parts.map((part, index) => (index === 0 ? part : ` ${part}`))
}
