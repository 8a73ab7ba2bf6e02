import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sharedKeys } from '../../../lib/query-keys.ts'
import { fakeConnection } from '../../../testing/fake-connection.ts'
import { enrollmentKeys } from '../queries.ts'
import { useEnrollmentsLive } from './use-enrollments-live.ts'

it('asks again for subscriptions and calls after a gap, not at an ordinary load, and for no payment', async () => {
  const { become } = fakeConnection('mentee')
  const client = new QueryClient()
  renderHook(useEnrollmentsLive, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const keys = [
    enrollmentKeys.own('m'),
    [...sharedKeys.sessionCredits, 'e'],
    enrollmentKeys.confirmation('p'),
  ]
  for (const key of keys) client.setQueryData(key, [])
  const stale = () => keys.map((key) => client.getQueryState(key)?.isInvalidated)
  await become('connected')
  expect(stale()).toEqual([false, false, false])
  await become('connecting')
  await become('connected')
  expect(stale()).toEqual([true, true, false])
})
