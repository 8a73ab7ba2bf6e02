import { type ErrorCode, errorCatalogue } from '@marga/contract/error-catalogue'
import type { ErrorDetails } from '@marga/contract/error-details'

type Extras<C extends ErrorCode> = {
  /** Replaces the catalogue's sentence; must be fit to show a person. */
  message?: string
  /** Replaces the catalogue's status where the wire asks for another (mentor login: 409). */
  status?: number
  fields?: Record<string, string>
  /** Keys added to the response, such as `alternatives` or `opensAt`, as the contract has them for the code. */
  details?: ErrorDetails<C>
  retryAfterSeconds?: number
  /** For the log only. */
  cause?: unknown
}

/** A refusal that the wire knows. Anything else that is thrown becomes 500 `internal` without detail. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly details: ErrorDetails<C> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: C, extras: Extras<C> = {}) {
    const [status, message] = errorCatalogue[code]
    super(extras.message ?? message, extras.cause === undefined ? undefined : { cause: extras.cause })
    this.name = 'AppError'
    this.code = code
    this.status = extras.status ?? status
    this.fields = extras.fields
    this.details = extras.details
    this.retryAfterSeconds = extras.retryAfterSeconds
  }
}

export const invalidField = (path: string, message: string) =>
  new AppError('invalid_request', { message, fields: { [path]: message } })

/** Of what ended without a moderator: answered by one of the two, withdrawn, or run out, so that nobody's name says it. */
export const noLongerOpen = (what: string, decidedAt: Date | null | undefined) =>
  new AppError('already_decided', {
    message: `This ${what} is no longer open.`,
    details: { decidedBy: '', decidedAt: decidedAt?.toISOString() ?? null },
  })
