import { expect, it } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { readStatus, sessionSubject, ticketAboutOf, ticketFailure } from './rules.ts'

it('names who decided before, and when', () => {
  const decidedAt = '2026-11-21T04:00:00.000Z'
  const error = new ApiError(409, {
    code: 'already_decided',
    message: 'Somebody has already decided this.',
    decidedBy: 'Mira Sen',
    decidedAt,
  } as never)
  expect(ticketFailure(error)).toBe(
    `Already decided by Mira Sen on ${formatDate(decidedAt)} at ${formatTime(decidedAt)}.`,
  )
})

it('takes an unknown status in the address for none', () => {
  expect(readStatus('open')).toBe('open')
  expect(readStatus('closed')).toBe('')
  expect(readStatus(null)).toBe('')
})

it('takes whom and which session from the address, and nothing that could not be one', () => {
  const id = '0198a000-0000-7000-8000-0000000000d1'
  const start = '2026-11-21T04:00:00.000Z'
  const of = (query: Record<string, string>) => ticketAboutOf(new URLSearchParams(query))
  expect(of({ about: 'p', session: id, start })).toEqual({ personId: 'p', session: { id, start } })
  expect(of({ session: id, start: 'soon' })).toEqual({ personId: null, session: { id, start: null } })
  expect(of({ session: '../x', start }).session).toBeNull()
  expect(of({})).toEqual({ personId: null, session: null })
  expect(sessionSubject(start)).toBe(`Session on ${formatDate(start)}, ${formatTime(start)}`)
  expect(sessionSubject(null)).toBe('A session')
})
