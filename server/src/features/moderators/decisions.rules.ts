import { AppError } from '../../platform/errors.ts'
import { fullName } from '../accounts/accounts.presenter.ts'

/** Tells the one who came second who decided, and when. */
export function alreadyDecided(
  by: { firstName: string | null; lastName: string | null; createdAt: Date } | undefined,
) {
  const decidedBy = by?.firstName
    ? fullName({ firstName: by.firstName, lastName: by.lastName ?? '' })
    : 'a moderator'
  return new AppError('already_decided', {
    message: `${decidedBy} has already decided this.`,
    details: { decidedBy, decidedAt: by?.createdAt.toISOString() ?? null },
  })
}

export const ownAccount = () =>
  new AppError('forbidden', {
    message: 'This concerns an account under your own address. Another moderator decides it.',
  })
