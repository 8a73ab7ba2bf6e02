import { onlineManager } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'
import { createFreshQueryClient } from './fresh-query-client.ts'
import { isOffline } from './online.ts'

// It takes for granted that a page begins with a line, and would not notice that one has come.
if (isOffline()) onlineManager.setOnline(false)

/**
 * The one cache of server state, for the signed-in areas. The api client has its own retries, and
 * realtime events patch the cache, so nothing here asks again by itself too eagerly. Every sign-in and
 * sign-out loads the page anew, those of other tabs, too (`useLeaveWhenSignedOut`, `requireRole`), which empties it:
 * what one person has read is never shown to the next.
 */
export const queryClient = createFreshQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: false,
      // Without a line a query fails at once and is asked again when there is one, instead of waiting in silence.
      networkMode: 'always',
      refetchOnWindowFocus: true,
      // What failed for want of a line is asked for when it is back; the rest is caught up by the socket.
      refetchOnReconnect: ({ state }) => state.data === undefined,
      throwOnError: (error, query) =>
        // A refetch that fails in the background leaves what is shown.
        query.state.data === undefined && !(error instanceof ApiError && error.status === 401),
    },
    // Never later, when whoever pressed has gone on: without a line it fails at once.
    mutations: { retry: false, networkMode: 'always' },
  },
})
// What is told by events alone is kept while no page shows it: it is not told again before the next connection.
queryClient.setQueryDefaults(['announced'], { gcTime: Number.POSITIVE_INFINITY })
