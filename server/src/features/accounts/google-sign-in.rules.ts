import type { GoogleRefusal } from '@marga/contract/google-refusals'

/** The provider knows who it is, but we do not let them in. */
export class SignInRefused extends Error {
  readonly refusal: GoogleRefusal

  constructor(refusal: GoogleRefusal) {
    super(`Sign-in refused: ${refusal}`)
    this.refusal = refusal
  }
}
