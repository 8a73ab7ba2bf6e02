import { AppError } from '../../platform/errors.ts'

export const emailTaken = () =>
  new AppError('already_exists', {
    message: 'An account with this email already exists. Please sign in.',
    fields: { email: 'An account with this email already exists.' },
  })

/** To whoever signs up with the address of one who is shut out: until when, only the password opens. */
export const shutOutAtSignUp = (isSuspended: boolean) =>
  new AppError(
    'account_blocked',
    isSuspended ? { message: 'This account is suspended. Please contact support.' } : {},
  )
