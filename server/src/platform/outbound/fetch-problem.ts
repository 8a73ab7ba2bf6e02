/** Why an address that a person gave was not read. */
export type FetchProblemCode =
  | 'invalid_address'
  | 'has_password'
  | 'private_network'
  | 'unknown_name'
  | 'unreachable'
  | 'untrusted'
  | 'too_slow'
  | 'too_large'
  | 'too_many_redirects'
  | 'insecure_redirect'
  | 'unreadable'
  | 'refused'

export class FetchProblem extends Error {
  readonly code: FetchProblemCode
  /** What the server answered with, of `refused`. */
  readonly status: number | undefined

  constructor(code: FetchProblemCode, extras: { status?: number; cause?: unknown } = {}) {
    super(code, extras.cause === undefined ? undefined : { cause: extras.cause })
    this.name = 'FetchProblem'
    this.code = code
    this.status = extras.status
  }
}
