import type { IdentityFailure } from '../../platform/identity/identity.ts'

/** What the login page is told, in its query, of a sign-in that did not work. */
export type SignInRefusal =
  | IdentityFailure
  | 'expired'
  | 'account_blocked'
  | 'unverified_email'
  | 'unverified_account'

/** The provider knows who it is, but we do not let them in. */
export class SignInRefused extends Error {
  readonly refusal: SignInRefusal

  constructor(refusal: SignInRefusal) {
    super(`Sign-in refused: ${refusal}`)
    this.refusal = refusal
  }
}
