import { type GoogleRefusal, googleRefusals } from '@marga/contract/google-refusals'

/** What went wrong, and what to do next. */
const sentences: Record<GoogleRefusal, string> = {
  cancelled: 'You cancelled signing in with Google. Start again, or sign in with your password.',
  refused: 'Google did not confirm who you are. Please try again, or sign in with your password.',
  unavailable:
    'Google cannot be reached right now. Try again in a few minutes, or sign in with your password.',
  expired: 'Signing in took too long, or was started in another window. Please start again.',
  account_blocked:
    'A moderator has blocked or suspended this account. If it is not yours, choose another Google account.',
  password_needed:
    'There is an account with this address already, and Google alone does not open it. Sign in with your password; “Forgot password” sets a new one.',
  unverified_email:
    'Google has not confirmed the email address of that account. Confirm it at Google, or sign up here with your email.',
}

const isGoogleRejection = (code: string): code is GoogleRefusal =>
  googleRefusals.some((known) => known === code)

/** The sentence for the `error` of the sign-in page's address; unknown codes come from old links. */
export const googleRejectionMessage = (code: string): string =>
  isGoogleRejection(code) ? sentences[code] : 'Signing in with Google did not work. Please try again.'
