export type CalendarEvent = {
  uid: string
  sequence: number
  start: Date
  end: Date
  summary: string
  description: string
  url: string
  stamp: Date
  status: 'CONFIRMED' | 'CANCELLED'
  /** Who invites and who is invited: RFC 5546 wants both in a REQUEST or CANCEL. */
  organizer?: CalendarPerson
  attendee?: CalendarPerson
}
export type CalendarPerson = { name: string; email: string }

/** The same for a slot in every mail and in the feed, so that programs see one event. */
export const uidOf = (slotId: string, publicUrl: string) => `${slotId}@${new URL(publicUrl).hostname}`

const utc = (date: Date) => date.toISOString().replace(/[-:]|\.\d{3}/g, '')
/** RFC 5545 allows no control characters, of which a topic may be pasted with some: a program may refuse all for them. */
const escapeText = (text: string) =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/([;,])/g, '\\$1')
    .replace(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')

/** A parameter's value in quotes can hold anything but quotes and control characters. */
const quoted = (text: string) =>
  `"${[...text].map((char) => (char < ' ' || char === '"' ? ' ' : char)).join('')}"`

/** What is booked is agreed, so nobody is asked to reply. */
const peopleOf = ({ organizer, attendee }: CalendarEvent) => [
  ...(organizer ? [`ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.email}`] : []),
  ...(attendee
    ? [
        `ATTENDEE;CN=${quoted(attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee.email}`,
      ]
    : []),
]

/** RFC 5545 wants lines of at most 75 octets, continued by a space. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const char of line) {
    const size = Buffer.byteLength(char)
    if (octets + size > 74) {
      parts.push(part)
      part = ''
      octets = 1
    }
    part += char
    octets += size
  }
  return [...parts, part].join('\r\n ')
}

/** Events as text/calendar (RFC 5545). */
export function writeCalendar(
  name: string,
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL',
  events: readonly CalendarEvent[],
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(name)}//Sessions//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(method === 'PUBLISH' ? [`X-WR-CALNAME:${escapeText(name)}`] : []),
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.uid}`,
      `SEQUENCE:${event.sequence}`,
      `DTSTAMP:${utc(event.stamp)}`,
      `DTSTART:${utc(event.start)}`,
      `DTEND:${utc(event.end)}`,
      `SUMMARY:${escapeText(event.summary)}`,
      `DESCRIPTION:${escapeText(event.description)}`,
      `URL:${event.url}`,
      `STATUS:${event.status}`,
      ...peopleOf(event),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
