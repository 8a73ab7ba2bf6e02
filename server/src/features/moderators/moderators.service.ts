import type { Db } from '../../platform/db/database.ts'
import { findActiveModerators } from './moderators.queries.ts'

/** Those who are told of what waits, and of what others decided. */
export function createModerators() {
  return {
    ids: async (db: Db): Promise<string[]> => (await findActiveModerators(db)).map(({ id }) => id),
  }
}
export type Moderators = ReturnType<typeof createModerators>
