import type { Db } from '../platform/db/database.ts'
import { demoModeratorEmail } from './demo-logins.ts'

export async function hasDemoModerator(db: Db): Promise<boolean> {
  const moderator = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'moderator')
    .where('email', '=', demoModeratorEmail)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return moderator !== undefined
}

export async function isClockAhead(db: Db): Promise<boolean> {
  const moved = await db
    .selectFrom('productClock')
    .select('aheadMs')
    .where('aheadMs', '>', 0)
    .executeTakeFirst()
  return moved !== undefined
}
