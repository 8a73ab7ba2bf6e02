import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../../lib/api-client.ts'

/** Puts what the server said about single fields under those fields. */
export function showFieldErrors<T extends FieldValues>(error: unknown, setError: UseFormSetError<T>): void {
  if (!(error instanceof ApiError)) return
  for (const [name, message] of Object.entries(error.fields)) setError(name as Path<T>, { message })
}

/** What follows a refused application. The product treats "under review" like a success. */
export type ApplicationOutcome = 'submitted' | 'leave-to-login' | 'stay'

/** By status: a 403 is an earlier application, unless it says that the person is blocked. */
export function outcomeOfError(error: unknown): ApplicationOutcome {
  if (!(error instanceof ApiError)) return 'stay'
  if (error.status === 403 && !error.isBlocked) return 'submitted'
  return error.status === 409 ? 'leave-to-login' : 'stay'
}
