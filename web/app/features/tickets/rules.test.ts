import { expect, it } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { readStatus, ticketFailure } from './rules.ts'

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
