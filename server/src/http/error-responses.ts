import type { ErrorBody } from '@marga/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { conflictOf, isUnavailable } from '../platform/db/conflicts.ts'
import { AppError } from '../platform/errors.ts'

/** Turns whatever was thrown into a refusal of the contract; the unknown becomes 500 without detail. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const conflict = conflictOf(error)
  if (conflict) return conflict
  if (isUnavailable(error)) return new AppError('unavailable', { retryAfterSeconds: 2, cause: error })
  return fromFastify(error as Partial<FastifyError>) ?? new AppError('internal')
}

/** Fastify's own only: other libraries too put a status on their errors, which says what happened to them. */
function fromFastify(error: Partial<FastifyError>): AppError | undefined {
  if (!error?.code?.startsWith?.('FST_')) return undefined
  switch (error.statusCode) {
    case 400:
      return new AppError('invalid_request', {
        message: 'The body is not valid JSON.',
        fields: { body: 'Not valid JSON.' },
      })
    case 404:
      return new AppError('not_found')
    case 413:
    case 414:
      return new AppError('too_large')
    case 415:
      return new AppError('unsupported_media_type')
    case 429:
      return new AppError('rate_limited')
    default:
      return undefined
  }
}

export function bodyOf(error: AppError, requestId: string): ErrorBody {
  return {
    ...error.details,
    code: error.code,
    message: error.message,
    requestId,
    ...(error.fields ? { fields: error.fields } : {}),
    ...(error.code === 'account_blocked' ? { isBlocked: true as const } : {}),
  }
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toAppError(error)
  if (refusal.code === 'internal') request.log.error({ err: error }, 'request failed')
  else if (refusal.code === 'unavailable' && refusal.cause)
    request.log.warn({ err: refusal.cause }, 'an outside service failed')
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  if (refusal.code === 'rate_limited' && !reply.hasHeader('retry-after')) reply.header('retry-after', '60')
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyOf(refusal, request.id)))
}

export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler(sendError)
}
