import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { decisionFailure, nextInQueue, readFilter, unblockEffectsOf, writeFilter } from './rules.ts'

const refused = (details: object) =>
  new ApiError(409, { code: 'already_decided', message: 'Someone has already decided this.', ...details })

test('a decision that comes too late tells who was first', () => {
  const text = decisionFailure(refused({ decidedBy: 'Meera', decidedAt: '2026-11-21T04:00:00.000Z' }))
  expect(text).toMatch(/^Already decided by Meera on November 21st 2026 at \d{1,2}:\d\d [ap]m\.$/)
  expect(decisionFailure(refused({}))).toBe('Someone has already decided this.')
})

test('other failures have the table’s text', () => {
  expect(decisionFailure(new ApiError(500, { code: 'internal', message: 'x' }))).toBe(
    'Please try again later',
  )
})

test('after a decision the next in line is shown, after the last the one before', () => {
  const line = ['a', 'b', 'c'].map((mentorId) => ({ mentorId }))
  expect(nextInQueue(line, 'a')?.mentorId).toBe('b')
  expect(nextInQueue(line, 'c')?.mentorId).toBe('b')
  expect(nextInQueue([{ mentorId: 'a' }], 'a')).toBeUndefined()
})

test('the filter survives the address; what is unknown there counts as none', () => {
  const filter = { search: 'rao', status: 'blocked' } as const
  expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual(filter)
  expect(readFilter(new URLSearchParams('status=odd'))).toEqual({ search: '', status: '' })
  expect(writeFilter({ search: '  ', status: '' })).toEqual({})
})

test('to let in who is only suspended ends less than to let in who was blocked', () => {
  const suspended = { suspendedUntil: '2026-12-03T04:00:00.000Z' }
  for (const role of ['mentee', 'mentor'] as const) {
    expect(unblockEffectsOf(role, { suspendedUntil: null }).join(' ')).toMatch(/do not come back/)
    const effects = unblockEffectsOf(role, suspended).join(' ')
    expect(effects).toContain('Subscriptions went on.')
    expect(effects).toContain('before the suspension ends on December 3rd 2026.')
    expect(effects).not.toMatch(/renew only|Subscriptions that ended|closed times/)
  }
})
