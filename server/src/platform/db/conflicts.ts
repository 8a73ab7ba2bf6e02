import type { ErrorCode } from '@marga/contract/error-catalogue'
import { AppError } from '../errors.ts'

type PgError = Error & { code: string; constraint?: string }

const isPgError = (error: unknown): error is PgError =>
  error instanceof Error && typeof (error as { code?: unknown }).code === 'string'

/**
 * What a transaction read before it had the locks no longer holds: `transact` runs it again. For mechanisms that would
 * otherwise act on it, such as the settling of a credit by an enrollment that is not the one that paid.
 */
export class StaleReadError extends Error {}

/** Serialization failure, deadlock, stale read: the same work may succeed when it runs again. */
export const isTransient = (error: unknown) =>
  error instanceof StaleReadError || (isPgError(error) && (error.code === '40001' || error.code === '40P01'))

const uniqueViolation = '23505'
const exclusionViolation = '23P01'

const codeByConstraint: Record<string, ErrorCode> = {
  slot_mentor_overlap: 'slot_overlap',
  slot_mentee_overlap: 'slot_overlap',
  enrollment_live_pair: 'already_subscribed',
  contest_slot_id_key: 'already_contested',
  refund_request_open: 'already_requested',
}

const invalidParameter = '22023'

/** The refusal that a constraint stands for, or undefined when the error is not one. */
export function conflictOf(error: unknown): AppError | undefined {
  if (!isPgError(error)) return undefined
  // A name that JavaScript knows and this PostgreSQL, of an older tz database, does not.
  if (error.code === invalidParameter && error.message.startsWith('time zone'))
    return new AppError('invalid_request', { fields: { timeZone: 'This is not a known time zone.' } })
  if (error.code !== uniqueViolation && error.code !== exclusionViolation) return undefined
  return new AppError(codeByConstraint[error.constraint ?? ''] ?? 'already_exists')
}

/** Refused for what was to be written, by a constraint or a type: something else would have been taken. */
export const isConstraintError = (error: unknown) =>
  error instanceof AppError || (isPgError(error) && /^2[23]/.test(error.code))

/** What the client says, without a code, of a connection that could not be had, ended, or had ended before. */
const lostConnection =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|was closed and is not queryable/

/** What the system says of a way that leads nowhere now; a name that a container has only while it runs is one, too. */
const unreachable =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH)$/

/**
 * The database is gone, full, shutting down, too slow (it ended the statement), or takes no writes (another one is the
 * first now, or its disk is full): the caller may try again.
 * A rollback on a connection that broke fails too, and its error is then all that is left of the first.
 */
export function isUnavailable(error: unknown): boolean {
  if (!isPgError(error)) return error instanceof Error && lostConnection.test(error.message)
  return /^(08|53|57P0|57014|25006)/.test(error.code) || unreachable.test(error.code)
}
