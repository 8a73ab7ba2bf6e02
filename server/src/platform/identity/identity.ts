/** What the identity provider says of somebody who has just signed in there. */
export type Identity = {
  /** Never changes for a person at this issuer, whatever becomes of the address. */
  subject: string
  email: string
  /** Whether the provider vouches that the mailbox was the person's once. */
  isEmailVerified: boolean
  /** And that it is theirs today, since the provider or the issuer's own customer runs it. */
  isEmailCurrent: boolean
  firstName: string
  lastName: string
}

/** Made anew for every attempt and kept by the browser until the answer comes. */
export type SignInAttempt = { state: string; nonce: string; codeVerifier: string }

/** Why the provider's answer is no sign-in. */
export type IdentityFailure = 'cancelled' | 'refused' | 'unavailable'

export class IdentityError extends Error {
  readonly failure: IdentityFailure

  constructor(failure: IdentityFailure, options?: ErrorOptions) {
    super(`The identity provider's answer: ${failure}`, options)
    this.failure = failure
  }
}

/** Somebody who knows who a person is: OpenID Connect's authorization code flow with PKCE. */
export type IdentityProvider = {
  readonly issuer: string
  /** Where the browser is sent; `redirectUri` is absolute. @throws IdentityError */
  authorizationUrl(attempt: SignInAttempt, redirectUri: string): Promise<string>
  /** Changes the code of the answer for the person. `answer` is the address that was called. @throws IdentityError */
  exchange(answer: URL, attempt: SignInAttempt): Promise<Identity>
}
