import { join } from 'node:path'
import { email } from '@marga/contract/accounts'
import { z } from 'zod'
import { type App, compose } from '../compose.ts'
import { type Config, readConfig } from '../config.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { startEmbeddedDatabase } from '../platform/db/embedded-database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { migrateJobs } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log.ts'
import { generatedSecret } from '../platform/secrets.ts'
import { sayDatabase } from './database-name.ts'
import { endBySignal } from './end-by-signal.ts'

export type Installation = { config: Config; db: Database; databaseUrl: string }

/**
 * Runs a command on the installation that the environment names, beside its server where the database is one of the
 * operator's own. The embedded one is started for it. @throws where the server runs on that already
 */
export async function onDatabase<T>(command: (installation: Installation) => Promise<T>): Promise<T> {
  const config = readConfig()
  sayDatabase(config)
  endBySignal()
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase({
        dataDir: config.dataDir,
        log: console.log,
        beginsAnew: config.isDemo,
      })
  const databaseUrl = config.databaseUrl ?? embedded!.url
  const db = openDatabase({
    url: databaseUrl,
    poolSize: 2,
    onError: (error) => console.error(error.message),
  })
  try {
    // From src/cli and from dist/cli the same.
    await migrate(db.pool, join(import.meta.dirname, '../../src/migrations'))
    return await command({ config, db, databaseUrl })
  } finally {
    await db.close()
    await embedded?.stop()
  }
}

/** The same with all of the product's services, which serve nobody. */
export const onServices = <T>(command: (app: App) => Promise<T>): Promise<T> =>
  onDatabase(async ({ config, db, databaseUrl }) => {
    // What services leave to be done, a mail say, is left for the server, which may not have started yet.
    await migrateJobs(db)
    const tokenSecret = config.tokenSecret ?? (await generatedSecret(config.dataDir, 'token'))
    const app = compose({
      config,
      db,
      databaseUrl,
      tokenSecret,
      log: createLog('error'),
      publicUrl: () => '',
    })
    try {
      return await command(app)
    } finally {
      await app.closeListener()
      await app.closeRedis()
    }
  })

/** The address that a command is given, or the words about what is wrong with it. */
export const emailArgument = z.string('An email address is missing.').pipe(email)

/** Ends a command with what was wrong, in the words of whoever typed it, and how it is used. */
export function runCommand(main: () => Promise<void>, usage: string) {
  main().catch((error: unknown) => {
    process.stderr.write(`\n  ${wordsOf(error)}\n  ${usage}\n\n`)
    process.exitCode = 1
  })
}

function wordsOf(error: unknown): string {
  if (error instanceof Error && 'issues' in error)
    return (error as unknown as { issues: { message: string }[] }).issues.map((one) => one.message).join(' ')
  return error instanceof Error ? error.message : String(error)
}
