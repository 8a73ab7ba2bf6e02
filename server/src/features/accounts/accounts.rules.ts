import { AppError } from '../../platform/errors.ts'

export const emailTaken = () =>
  new AppError('already_exists', {
    message: 'An account with this email already exists. Please sign in.',
    fields: { email: 'An account with this email already exists.' },
  })
