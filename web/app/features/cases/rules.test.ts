import { expect, it } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { formatTime } from '../../lib/dates.ts'
import { accused, caseOf, raiser } from '../../testing/case-samples.ts'
import { barOf } from './attendance-rules.ts'
import { dueOf, hoursText } from './due-rules.ts'
import { mergeOrder, neighbourOf, withClaim } from './queue-rules.ts'
import { caseFailure, eventLine, peopleText, readFilter, writeFilter } from './rules.ts'

it('keeps the filter in the address, and takes what is unknown there for none', () => {
  const filter = { kind: 'appeal', status: 'decided', isMine: true, search: 'rao' } as const
  expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual(filter)
  expect(readFilter(new URLSearchParams('kind=thought&status=gone&mine=1'))).toEqual({
    kind: '',
    status: 'open',
    isMine: false,
    search: '',
  })
})

it('says when a case is due in the exactness that matters, and that it is overdue', () => {
  const now = new Date('2026-11-21T10:00:00.000Z')
  const of = (hours: number) => dueOf(new Date(now.getTime() + hours * 3_600_000).toISOString(), now)
  expect(of(3.5)).toEqual({ state: 'soon', text: 'Due in 3 h' })
  expect(of(0.75)).toEqual({ state: 'soon', text: 'Due in 45 min' })
  expect(of(120)).toEqual({ state: 'later', text: 'Due in 5 days' })
  expect(of(-50)).toEqual({ state: 'overdue', text: 'Overdue by 2 days' })
  expect([hoursText(null), hoursText(0.5), hoursText(5.2), hoursText(60)]).toEqual([
    '–',
    '30 min',
    '5 h',
    '2.5 days',
  ])
})

it('names the two of a case, and who stands alone in one', () => {
  expect(peopleText({ people: [accused, raiser] })).toBe('Neha Rao about Vikram Iyer')
  expect(peopleText({ people: [accused] })).toBe('Vikram Iyer')
  expect(peopleText({ people: [] })).toBe('Someone whose account is gone')
})

it('goes to the next that still waits, though the present one has left the queue', () => {
  const order = mergeOrder(mergeOrder([], ['a', 'b', 'c']), ['a', 'c', 'd'])
  expect(order).toEqual(['a', 'b', 'c', 'd'])
  const waiting = ['a', 'c', 'd']
  expect(neighbourOf(order, waiting, 'b', 1)).toBe('c')
  expect(neighbourOf(order, waiting, 'b', -1)).toBe('a')
  expect(neighbourOf(order, waiting, 'c', -1)).toBe('a')
  expect(neighbourOf(order, waiting, 'd', 1)).toBeUndefined()
  expect(neighbourOf(order, waiting, 'elsewhere', 1)).toBe('a')
})

it('shows a claim of another at once, and does not take it for one’s own', () => {
  const claim = { name: 'Dev Rao', until: '2026-11-21T10:30:00.000Z' }
  expect(withClaim(caseOf(), claim).claimedBy).toEqual({ ...claim, isYou: false })
  const mine = caseOf({ claimedBy: { ...claim, isYou: true } })
  expect(withClaim(mine, { ...claim, until: '2026-11-21T11:00:00.000Z' }).claimedBy?.isYou).toBe(true)
  expect(withClaim(mine, { ...claim, name: 'Mira Sen' }).claimedBy?.isYou).toBe(false)
  expect(withClaim(mine, null).claimedBy).toBeNull()
})

it('says who was first, and until when', () => {
  const until = '2026-11-21T10:30:00.000Z'
  const claimed = new ApiError(409, {
    code: 'already_claimed',
    message: 'x',
    claimedBy: 'Dev',
    until,
  } as never)
  expect(caseFailure(claimed)).toBe(`Dev is deciding this until ${formatTime(until)}.`)
  const decided = new ApiError(409, { code: 'already_decided', message: 'x', decidedBy: 'Dev' } as never)
  expect(caseFailure(decided)).toBe('Already decided by Dev.')
})

it('tells what came of itself without a name', () => {
  expect(eventLine({ who: null, what: 'opened' })).toBe('Opened')
  expect(eventLine({ who: 'Dev Rao', what: 'claimed' })).toBe('Dev Rao claimed it')
  expect(eventLine({ who: null, what: 'note' })).toBe('A moderator whose account is gone noted')
})

it('draws a stay within the session, cut at its ends', () => {
  const session = { start: '2026-11-21T10:00:00.000Z', end: '2026-11-21T11:00:00.000Z' }
  const stay = { from: '2026-11-21T09:50:00.000Z', to: '2026-11-21T10:30:00.000Z' }
  expect(barOf(session, stay)).toEqual({ x: 0, width: 50 })
  const late = { from: '2026-11-21T10:59:00.000Z', to: '2026-11-21T11:20:00.000Z' }
  expect(barOf(session, late).width).toBeCloseTo(5 / 3)
})
