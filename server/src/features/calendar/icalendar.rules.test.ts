import { expect, it } from 'vitest'
import { writeCalendar } from './icalendar.rules.ts'

const start = new Date('2026-11-28T09:00:00.000Z')
const calendarOf = (description: string) =>
  writeCalendar('Marga', 'PUBLISH', [
    {
      ...{ uid: 'a@marga.example', sequence: 0, start, end: start, stamp: start },
      ...{ summary: 'Meeting', description, url: 'https://marga.example', status: 'CONFIRMED' as const },
    },
  ])

it('holds no control characters of a topic, whatever it was pasted from', () => {
  const text = calendarOf('one\u000btwo\u0007\u2028three\tand\u007fmore\u0085end')
  expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}|[\u2028\u2029]/u)
  expect(text).toContain('DESCRIPTION:one\\ntwo \\nthree and more\\nend\r\n')
})

it('keeps the lines of a topic, and what has a meaning in a calendar', () => {
  expect(calendarOf('one\r\ntwo\rthree\nfour; five, six\\')).toContain(
    'DESCRIPTION:one\\ntwo\\nthree\\nfour\\; five\\, six\\\\\r\n',
  )
})
