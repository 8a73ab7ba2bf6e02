import {
  hashKey,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryClientConfig,
} from '@tanstack/react-query'

/**
 * A client that asks once more for what changes while it is being asked for: the answer that is under way may be from
 * before the change, and the library would take it for the newest. By itself it starts a request anew only where
 * something is shown already. Queries whose answers are merged with what is known (`structuralSharing`) are not asked
 * again for what an event has put there.
 */
export function createFreshQueryClient(config: QueryClientConfig = {}): QueryClient {
  const client = new QueryClient(config)
  const invalidateQueries = client.invalidateQueries.bind(client)
  const setQueryData = client.setQueryData.bind(client)
  /** Requests under way after which another one follows. */
  const followed = new WeakMap<Query, Promise<void>>()

  client.invalidateQueries = async (filters = {}, options = {}) => {
    const again = client
      .getQueryCache()
      .findAll(filters)
      .filter((query) => isUnderWay(query) && !isStartedAnew(query, filters, options))
      .map((query) => askAgain(query, filters.refetchType))
    await Promise.all([invalidateQueries(filters, options), ...again])
  }

  client.setQueryData = ((...args: Parameters<typeof setQueryData>) => {
    const [queryKey, , options] = args
    const query = client.getQueryCache().get(hashKey(queryKey))
    // What is of a time before is older than any answer.
    if (query && isUnderWay(query) && !isMerged(query) && options?.updatedAt === undefined)
      void askAgain(query)
    return setQueryData(...args)
  }) as typeof setQueryData

  function askAgain(query: Query, refetchType?: InvalidateQueryFilters['refetchType']): Promise<void> {
    const known = followed.get(query)
    if (known) return known
    const again = ask(query, refetchType)
    followed.set(query, again)
    return again
  }

  async function ask(query: Query, refetchType: InvalidateQueryFilters['refetchType']) {
    const isAnswered = query.promise?.then(
      () => true,
      () => false,
    )
    // Joins the request that is under way, and resolves once its answer is in the cache.
    await query.fetch().catch(() => {})
    followed.delete(query)
    // Otherwise it has failed, was given up, or a newer one has taken its place.
    if (!(await isAnswered) || isUnderWay(query)) return
    const exactly = { queryKey: query.queryKey, exact: true }
    await invalidateQueries(refetchType ? { ...exactly, refetchType } : exactly)
  }

  return client
}

const isUnderWay = ({ state }: Query) => state.fetchStatus === 'fetching'

const isMerged = ({ options }: Query) => typeof options.structuralSharing === 'function'

const isStartedAnew = (
  query: Query,
  { refetchType = 'active' }: InvalidateQueryFilters,
  { cancelRefetch = true }: InvalidateOptions,
) =>
  cancelRefetch &&
  query.state.data !== undefined &&
  (refetchType === 'all' || (refetchType === 'active' && query.isActive()))
