import { expect, it } from 'vitest'
import { calendarFileOf } from './calendar-file.ts'

const slot = {
  _id: 'slot',
  bookingId: 'booking',
  type: 'session' as const,
  start: '2026-11-26T13:30:00.000Z',
  end: '2026-11-26T14:30:00.000Z',
  title: 'Slides, and a talk; twice over again until it fits into the ten minutes that there are',
  mentorId: { _id: 'mentor', firstName: 'Ananya', lastName: 'Krishnan', profileImageUrl: null },
}
const place = { origin: 'https://marga.example:8443', productName: 'Marga', roomHref: '/room/slot' }

it('is one event with the id of the emails, in lines that calendar programs take', () => {
  const file = calendarFileOf(slot, place, new Date('2026-11-23T10:00:00Z'))
  const unfolded = file.replaceAll('\r\n ', '')
  expect(unfolded).toContain('UID:booking@marga.example\r\n')
  expect(unfolded).toContain('DTSTART:20261126T133000Z\r\nDTEND:20261126T143000Z\r\n')
  expect(unfolded).toContain('SUMMARY:Session with Ananya Krishnan\r\n')
  expect(unfolded).toContain('DESCRIPTION:Slides\\, and a talk\\; twice over')
  expect(unfolded).toContain('URL:https://marga.example:8443/room/slot\r\n')
  expect(calendarFileOf({ ...slot, type: 'intro' }, place, new Date())).toContain('SUMMARY:Intro call with')
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
})
