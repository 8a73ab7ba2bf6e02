import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderSite } from '../../../testing/site-stub.tsx'
import { MenteeList } from './mentee-list.tsx'

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

it.each([
  ['Active', null, null],
  ['Active', inDays(2), inDays(9)],
  ['Paused', inDays(-2), inDays(5)],
])('says %s of a subscription that is paused from %s to %s', async (label, pausedFrom, pausedUntil) => {
  const mentee = {
    _id: 'e1',
    menteeId: { _id: 'm1', firstName: 'Rohan', lastName: 'Das', profileImageUrl: null },
    status: 'active' as const,
    startedAt: inDays(-30),
    ...{ pausedFrom, pausedUntil },
    callsLeft: 2,
    conversationId: null,
  }
  const list = (
    <MenteeList
      mentees={[mentee]}
      timeZone="Asia/Kolkata"
      chatHref={() => ''}
      onChat={() => {}}
      opening={undefined}
    />
  )
  renderSite([{ path: '/', element: list }], '/')
  expect((await screen.findByRole('listitem')).textContent).toContain(`Rohan Das${label}`)
})
