import type { ApiError } from './api-client.ts'

/** By its name: the class would bring the whole client to pages that call nothing. */
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === 'ApiError'

/** Nothing came back, or only that it may be asked again. */
export const isOutOfReach = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status === 503 || error.status === 429)

/** For what says in its own place that it could not be fetched: other failures are the page's, as ever. */
export const throwUnlessOutOfReach = (error: unknown): boolean =>
  !isOutOfReach(error) && !(isApiError(error) && error.status === 401)
