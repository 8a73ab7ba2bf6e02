import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { enrollmentOf } from '../../testing/enrollment-samples.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { confirmationQuery, subscribedMentorsQuery } from './queries.ts'

afterEach(() => void vi.unstubAllGlobals())

it('makes what was paid known to pages that had read the subscriptions before', async () => {
  const enrollment = enrollmentOf({ _id: 'e1' })
  let isConfirmed = false
  fakeServer(({ url }) => {
    if (url.endsWith('/enrollment-success')) isConfirmed = true
    return {
      status: 200,
      body: url.endsWith('/enrollment-success')
        ? { enrollment }
        : { allMentorsSubscribed: isConfirmed ? [enrollment] : [] },
    }
  })
  const client = new QueryClient()
  expect(await client.ensureQueryData(subscribedMentorsQuery('m1'))).toEqual([])
  await client.fetchQuery(confirmationQuery('m1', 'pay_1'))
  expect(await client.ensureQueryData(subscribedMentorsQuery('m1'))).toEqual([enrollment])
})
