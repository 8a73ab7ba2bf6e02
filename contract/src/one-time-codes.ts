import { z } from 'zod'

/** Apps and mails write a code in two parts. */
const joinedDigits = (typed: string) => {
  const joined = typed.replace(/[\s-]/g, '')
  return /^\d+$/.test(joined) ? joined : typed.trim()
}

/** Six digits, as mailed. */
export const otpCode = z
  .string({ error: 'Enter the code from the email.' })
  .overwrite(joinedDigits)
  .regex(/^\d{6}$/, 'The code has six digits.')

/** Of the authenticator app, or a backup code where one is taken. */
export const twoFactorCode = z
  .string({ error: 'Enter the code from your app.' })
  .overwrite(joinedDigits)
  .min(1, 'Enter the code from your app.')
  .max(20, 'This is too long for a code.')
