import type { EnrolledMentee } from '@marga/contract/enrollments'
import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderSite } from '../../../testing/site-stub.tsx'
import { MenteeList } from './mentee-list.tsx'

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

const rohan: EnrolledMentee = {
  _id: 'e1',
  menteeId: { _id: 'm1', firstName: 'Rohan', lastName: 'Das', profileImageUrl: null },
  status: 'active',
  startedAt: inDays(-30),
  ...{ pausedFrom: null, pausedUntil: null },
  callsLeft: 2,
  extraCalls: [],
  conversationId: null,
}

async function textOf(of: Partial<EnrolledMentee>) {
  const list = (
    <MenteeList
      mentees={[{ ...rohan, ...of }]}
      timeZone="Asia/Kolkata"
      chatHref={() => ''}
      onChat={() => {}}
      opening={undefined}
    />
  )
  renderSite([{ path: '/', element: list }], '/')
  return (await screen.findByRole('listitem')).textContent
}

it.each([
  ['Active', null, null],
  ['Active', inDays(2), inDays(9)],
  ['Paused', inDays(-2), inDays(5)],
])('says %s of a subscription that is paused from %s to %s', async (label, pausedFrom, pausedUntil) => {
  expect(await textOf({ pausedFrom, pausedUntil })).toContain(`Rohan Das${label}`)
})

it('counts the calls that last beyond the month, as the mentee’s own page does', async () => {
  const usableUntil = '2030-12-22T20:00:00.000Z'
  const text = await textOf({ extraCalls: [{ count: 1, usableUntil, source: 'rollover' }] })
  // The day of the mentor's zone.
  expect(text).toContain('2 of 4 calls left')
  expect(text).toContain('and 1 more until Mon 23 Dec')
})

it('counts no calls of a subscription that is paused, and names no day where it was cancelled', async () => {
  const pause = { pausedFrom: inDays(-2), pausedUntil: '2030-12-01T20:00:00.000Z' }
  const extraCalls = [{ count: 1, usableUntil: '2030-12-22T20:00:00.000Z', source: 'returned' as const }]
  const text = await textOf({ ...pause, extraCalls })
  expect(text).toContain('No calls to book until Mon 2 Decthen 1 extra call until Mon 23 Dec')
  expect(text).not.toContain('calls left')
  cleanup()
  const ending = await textOf({ ...pause, extraCalls, status: 'ending' })
  expect(ending).toContain('No calls to book')
  expect(ending).not.toMatch(/until|calls left/)
})
