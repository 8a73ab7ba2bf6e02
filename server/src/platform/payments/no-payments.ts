import { AppError } from '../errors.ts'

/** Where no payments are configured, whatever needs the provider says so. */
export const notConfigured = () =>
  new AppError('not_configured', { status: 503, message: 'This installation does not take payments yet.' })
