import { z } from 'zod'

/**
 * Every code that an answer may carry, with its HTTP status and the sentence shown to a person
 * when the thrower has nothing more exact to say.
 */
export const errorCatalogue = {
  invalid_request: [400, 'Please check the highlighted fields.'],
  price_mismatch: [400, 'The price has changed. Please reload the page and try again.'],
  slot_unavailable: [400, 'This slot has just been taken. Please choose another.'],
  quota_used: [400, 'All 4 calls of this period are used.'],
  slot_overlap: [400, 'This overlaps with another slot in the calendar.'],
  not_cancellable: [400, 'The session has started, it can no longer be cancelled.'],
  invalid_otp: [400, 'The code is wrong or has expired. Please request a new one.'],
  invalid_token: [400, 'The link is wrong or has expired. Please request a new one.'],
  invalid_code: [400, 'The code is wrong. Please try again.'],
  invalid_image: [400, 'This file is not a picture that we can read. Use PNG, JPEG, WebP or AVIF.'],
  invalid_signature: [400, 'The signature does not match.'],
  unauthenticated: [401, 'Please sign in again.'],
  invalid_credentials: [401, 'Please verify the entered Email and Password'],
  payment_required: [402, 'The payment has not been completed.'],
  forbidden: [403, 'You are not allowed to do this.'],
  account_blocked: [403, 'This account has been blocked. Please contact support.'],
  application_in_review: [403, 'Your earlier application is still under review.'],
  application_rejected: [403, 'Your application was not accepted. You may apply again.'],
  not_enrolled: [403, 'This needs an active subscription to the mentor.'],
  totp_required: [403, 'Enter the code of your authenticator app.'],
  totp_invalid: [403, 'The authenticator code is wrong. Please try again.'],
  totp_unreadable: [
    403,
    'Your two-step sign-in can no longer be checked here. Please ask for it to be set up again.',
  ],
  totp_setup_required: [403, 'Set up two-step sign-in in your settings first.'],
  wrong_password: [403, 'The password is wrong.'],
  too_early: [403, 'The room opens 10 minutes before the session.'],
  ended: [403, 'This session is over.'],
  not_found: [404, 'This could not be found.'],
  not_configured: [404, 'This installation does not offer that.'],
  method_not_allowed: [405, 'This address does not take that method.'],
  already_exists: [409, 'This already exists.'],
  already_subscribed: [409, 'You are already subscribed to this Mentor'],
  already_decided: [409, 'Somebody has already decided this.'],
  not_resumable: [409, 'This subscription has ended and cannot be resumed.'],
  intro_used: [409, 'The free intro call with this mentor has been used.'],
  idempotency_conflict: [409, 'The same key was used with another request.'],
  version_conflict: [409, 'Somebody else changed this in the meantime.'],
  too_large: [413, 'This is too large.'],
  unsupported_media_type: [415, 'This content type is not supported.'],
  rate_limited: [429, 'Too many attempts. Please wait a moment and try again.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  payment_provider_unavailable: [502, 'The payment provider does not answer. Please try again later.'],
  unavailable: [503, 'The service is busy. Please try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof errorCatalogue

export const errorBody = z
  .object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    isBlocked: z.literal(true).optional(),
  })
  .loose()
export type ErrorBody = z.infer<typeof errorBody>

type Issue = Pick<z.core.$ZodRawIssue, 'code'> & Record<string, unknown>

/** One sentence in a person's words for what a schema refused. Schemas with their own message keep it. */
export function issueMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null || issue.input === ''
        ? 'This is required.'
        : `This must be a ${typeWords[String(issue.expected)] ?? String(issue.expected)}.`
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return issue.origin === 'string'
        ? `At most ${issue.maximum} characters.`
        : issue.origin === 'array'
          ? `At most ${issue.maximum} entries.`
          : `At most ${issue.maximum}.`
    case 'invalid_value':
      return 'This is not one of the possible values.'
    case 'invalid_format':
      return 'This does not have the right form.'
    default:
      return undefined
  }
}

const typeWords: Record<string, string> = {
  string: 'text',
  number: 'number',
  int: 'whole number',
  boolean: 'yes or no',
  array: 'list',
  object: 'group of fields',
  record: 'group of fields',
}

function tooSmall(issue: Issue): string {
  if (issue.origin === 'string') {
    return issue.minimum === 1 ? 'This is required.' : `At least ${issue.minimum} characters.`
  }
  if (issue.origin === 'array') {
    return issue.minimum === 1 ? 'Give at least one.' : `At least ${issue.minimum} entries.`
  }
  return `At least ${issue.minimum}.`
}

/** Path → sentence, as answered under `fields`. The first complaint about a field wins. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.') || 'body'
    fields[path] ??= issue.message
  }
  return fields
}
