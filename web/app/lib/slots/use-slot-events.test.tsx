import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeConnection } from '../../testing/fake-connection.ts'
import { sharedKeys } from '../query-keys.ts'
import { connectionOf } from '../socket.ts'
import { slotKeys } from './slot-keys.ts'
import { useMenteeSlotEvents, useMentorSlotEvents } from './use-slot-events.ts'

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
})
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
const hold = (keys: readonly QueryKey[], ageMs = 0) => {
  for (const key of keys) client.setQueryData(key, [], { updatedAt: Date.now() - ageMs })
}
const stale = (keys: readonly QueryKey[]) => keys.filter((key) => client.getQueryState(key)?.isInvalidated)

const ofMentee = [
  slotKeys.bookedWhen('upcoming'),
  slotKeys.ofMentor('m'),
  slotKeys.proposalsOf('mentee', 's'),
  [...sharedKeys.disputes('mentee'), 'contests'],
  sharedKeys.timeRequests('mentee'),
  sharedKeys.waitlist,
]
const ofMentor = [
  slotKeys.coming('m'),
  slotKeys.days('m', 'a', 'b'),
  slotKeys.upcomingSessions('m'),
  slotKeys.proposalsOf('mentor', 's'),
  [...sharedKeys.disputes('mentor'), 'contests'],
  sharedKeys.timeRequests('mentor'),
  sharedKeys.ownAvailability('m'),
]

it.each([
  { role: 'mentee', useEvents: useMenteeSlotEvents, own: ofMentee, others: ofMentor },
  { role: 'mentor', useEvents: useMentorSlotEvents, own: ofMentor, others: ofMentee },
] as const)(
  'asks again for all that a $role sees of slots after a gap, and not at an ordinary load',
  async ({ role, useEvents, own, others }) => {
    const { become } = fakeConnection(role)
    renderHook(useEvents, { wrapper })
    hold([...own, ...others])
    await become('connected')
    expect(stale(own)).toEqual([])
    await become('connecting')
    // Asked for while there was no connection: what came right after it is missing.
    hold(own)
    await become('connected')
    expect(stale(own)).toEqual(own)
    expect(stale(others)).toEqual([])
  },
)

it('asks at the first connect for what was kept from an earlier visit, and for what failed', async () => {
  const { become } = fakeConnection('mentee')
  renderHook(useMenteeSlotEvents, { wrapper })
  const [kept, failed, current] = [slotKeys.booked(), sharedKeys.waitlist, slotKeys.ofMentor('m')]
  hold([kept], 3_600_000)
  hold([current, failed])
  client
    .getQueryCache()
    .find({ queryKey: failed })!
    .setState({ status: 'error', error: new Error('Lost') })
  await become('connected')
  expect(stale([kept, failed, current])).toEqual([kept, failed])
})

it('asks for the mentor’s hours, too, when a time is taken away in another browser', () => {
  const subscribe = vi.spyOn(connectionOf('mentor'), 'subscribe')
  renderHook(useMentorSlotEvents, { wrapper })
  const own = [sharedKeys.ownAvailability('m'), slotKeys.coming('m')]
  hold(own)
  const [, onSlots] = subscribe.mock.calls.find(([event]) => event === 'slots')!
  onSlots({ mentorId: 'm', slotId: 's', status: 'cancelled' } as never)
  expect(stale(own)).toEqual(own)
})
