import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

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
  return client.fetchQuery({ ...query, staleTime: 0 })
}
