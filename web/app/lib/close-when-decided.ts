import { ApiError } from './api-client.ts'

/** Somebody else has decided, or what was to be decided is gone: it no longer waits. */
const isSettled = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'already_decided' || error.code === 'not_found')

/**
 * For a dialog in which somebody has written, or the next in a queue: it closes once what was decided is done, or there
 * is nothing left to decide. After any other failure it stays, so that the text can be sent again.
 */
export const closeWhenDecided = (close: () => void) => ({
  onSuccess: close,
  onError: (error: unknown) => {
    if (isSettled(error)) close()
  },
})
