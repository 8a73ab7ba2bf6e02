import type { App } from './compose.ts'
import type { Config } from './config.ts'
import { advisoryLock } from './platform/db/advisory-lock.ts'
import { AppError } from './platform/errors.ts'

type Needs = Pick<App, 'accounts' | 'moderators' | 'db' | 'log'>

/** The first one ever: who was ended because somebody else had the password does not come back with it at the next start. */
export const makeFirstModerator = (needs: Needs, moderator: NonNullable<Config['moderator']>) =>
  needs.db.transact(async (tx) => {
    // Of several commands that start at once each would find none, and all but one fail to make the second.
    await advisoryLock(tx, 'first moderator')
    await makeWhereNone(needs, moderator)
  })

async function makeWhereNone(
  { accounts, moderators, db, log }: Needs,
  moderator: NonNullable<Config['moderator']>,
) {
  if (await moderators.hasEverBeenOne(db.query)) {
    if ((await moderators.ids(db.query)).length === 0)
      log.warn(
        'nobody moderates: the last one was ended, and MODERATOR_EMAIL makes the first one only. npm run moderator:create makes another',
      )
    return
  }
  await accounts.createModerator(moderator).catch((error: unknown) => {
    throw error instanceof AppError ? new Error(`MODERATOR_PASSWORD: ${error.message}`) : error
  })
}
