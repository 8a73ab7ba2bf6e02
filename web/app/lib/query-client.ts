import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'
import { onLoginChange } from './stored-logins.ts'

/**
 * The one cache of server state, for the signed-in areas. The api client has its own retries, and
 * realtime events patch the cache, so nothing here asks again by itself too eagerly.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: false,
      refetchOnWindowFocus: true,
      throwOnError: (error, query) =>
        // A refetch that fails in the background leaves what is shown.
        query.state.data === undefined && !(error instanceof ApiError && error.status === 401),
    },
    mutations: { retry: false },
  },
})

if (typeof window !== 'undefined') {
  // What one person has read must not be shown to the next.
  onLoginChange(({ cause }) => {
    if (cause === 'signed-out' || cause === 'refused') queryClient.clear()
  })
}
