import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { fetchNow } from './fetch-now.ts'

it('has what the server says now, also where the page that showed it is left before the answer', async () => {
  const client = new QueryClient()
  let answer: (all: string[]) => void = () => {}
  const query = {
    queryKey: ['list'],
    // As requests are made: they end when nobody looks any more.
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise<string[]>((resolve, reject) => {
        answer = resolve
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  }
  client.setQueryData(query.queryKey, ['old'])
  const leave = new QueryObserver(client, { ...query, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => {},
  )
  const fetched = fetchNow(client, query)
  await expect.poll(() => client.isFetching()).toBe(1)
  leave()
  answer(['old', 'new'])
  expect(await fetched).toEqual(['old', 'new'])
  expect(client.getQueryData(query.queryKey)).toEqual(['old', 'new'])
})
