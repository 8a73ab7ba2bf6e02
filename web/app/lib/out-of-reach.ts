import type { ApiError } from './api-client.ts'

/** By its name: the class would bring the whole client to pages that call nothing. */
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === 'ApiError'

/**
 * The router's own fetch of a page's data brought nothing, in the words of each browser. Code that was not fetched is
 * told of in such words, too, but a part that failed once is not asked for again.
 */
const isLostFetch = (error: unknown): boolean =>
  error instanceof TypeError && /^(Failed to fetch|NetworkE|Load f)(?! dyn)/.test(error.message)

/** Nothing came back, or only that it may be asked again. */
export const isOutOfReach = (error: unknown): boolean =>
  isApiError(error) ? error.status === 0 || error.status === 503 || error.status === 429 : isLostFetch(error)

/** For what says in its own place that it could not be fetched: other failures are the page's, as ever. */
export const throwUnlessOutOfReach = (error: unknown): boolean =>
  !isOutOfReach(error) && !(isApiError(error) && error.status === 401)
