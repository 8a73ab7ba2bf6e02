import { type FetchQueryOptions, type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'

/**
 * What the server has at this moment, and from now on the cache: for a change of what is sent as a whole. Made from what
 * this page has read before, it would undo what was done on another device since. An answer that is under way may be
 * from before the last change, and is not waited for.
 */
export async function fetchNow<Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  await client.cancelQueries({ queryKey: query.queryKey })
  // A page that is left meanwhile is the last to look: the library would end the request, and give the old for the new.
  const stopLooking = new QueryObserver(client, { queryKey: query.queryKey, enabled: false }).subscribe(
    () => {},
  )
  try {
    return await client.fetchQuery({ ...query, staleTime: 0 })
  } finally {
    stopLooking()
  }
}
