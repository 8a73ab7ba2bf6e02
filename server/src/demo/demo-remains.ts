import type { Config } from '../config.ts'
import type { Db } from '../platform/db/database.ts'
import { demoModeratorEmail } from './demo-logins.ts'
import { hasDemoModerator, isClockAhead } from './demo-remains.queries.ts'

/**
 * Why nobody may be served without DEMO from a database that the demo has filled: whoever has read the password of its
 * moderator, which is published, would have the installation. Undefined where nothing is left of it, or it is a demo.
 */
export async function findDemoRemains(
  db: Db,
  { isDemo, databaseUrl }: Pick<Config, 'isDemo' | 'databaseUrl'>,
): Promise<string | undefined> {
  if (isDemo) return undefined
  const remains = (await hasDemoModerator(db))
    ? `its moderator ${demoModeratorEmail}, whose password is published`
    : (await isClockAhead(db)) && 'a clock that was moved ahead'
  if (!remains) return undefined
  const another = databaseUrl ? 'database (DATABASE_URL)' : 'DATA_DIR'
  return `this database holds the demo: ${remains}. Use another ${another}, or set DEMO=1 to go on with the demo.`
}
