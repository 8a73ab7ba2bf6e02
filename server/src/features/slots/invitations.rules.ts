import { meetingTitle } from '@marga/contract/meeting-title'
import type { Attachment } from '../../platform/mail/mail.ts'
import { uidOf, writeCalendar } from '../calendar/icalendar.rules.ts'
import { bookingIdOf } from './bookings.rules.ts'

type Meeting = {
  id: string
  bookingId: string | null
  type: 'session' | 'intro'
  startsAt: Date
  endsAt: Date
  topic: string | null
  calendarSequence: number
}
type Invitation = {
  method: 'REQUEST' | 'CANCEL'
  productName: string
  publicUrl: string
  roomUrl: string
  /** Whom the reader meets. */
  otherName: string
  organizerEmail: string
  attendee: { name: string; email: string }
  now: Date
}

/** A session for the reader's calendar, or its cancellation: the same event as long as the booking is the same. */
export function writeInvitation(meeting: Meeting, of: Invitation): Attachment {
  const { method, productName, publicUrl, roomUrl, attendee } = of
  const text = writeCalendar(productName, method, [
    {
      uid: uidOf(bookingIdOf(meeting), publicUrl),
      sequence: meeting.calendarSequence,
      start: meeting.startsAt,
      end: meeting.endsAt,
      summary: meetingTitle(meeting.type, of.otherName),
      description: [meeting.topic, roomUrl].filter(Boolean).join('\n\n'),
      url: roomUrl,
      stamp: of.now,
      status: method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED',
      organizer: { name: productName, email: of.organizerEmail },
      attendee,
    },
  ])
  return {
    filename: method === 'CANCEL' ? 'cancelled.ics' : 'session.ics',
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    text,
  }
}
