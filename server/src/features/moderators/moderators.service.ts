import type { Db } from '../../platform/db/database.ts'

/** Those who are told of what waits, and of what others decided. */
export function createModerators() {
  return {
    async ids(db: Db): Promise<string[]> {
      const rows = await db
        .selectFrom('account')
        .select('id')
        .where('role', '=', 'moderator')
        .where('isBlocked', '=', false)
        .where('deletedAt', 'is', null)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
export type Moderators = ReturnType<typeof createModerators>
