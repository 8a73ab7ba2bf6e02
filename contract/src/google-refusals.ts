/** Why signing in with Google did not work: `error` in the query of the sign-in page. */
export const googleRefusals = [
  'cancelled',
  'refused',
  'unavailable',
  'expired',
  'account_blocked',
  'unverified_email',
  'password_needed',
] as const
export type GoogleRefusal = (typeof googleRefusals)[number]
