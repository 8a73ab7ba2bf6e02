import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '../config.ts'
import { imageOfFile } from '../features/images/image-names.rules.ts'
import { restoreBackup } from '../platform/backup/restore.ts'
import { systemClock } from '../platform/clock.ts'
import { startEmbeddedDatabase } from '../platform/db/embedded-database.ts'
import { migrateJobs } from '../platform/jobs/jobs.ts'
import { secretPath } from '../platform/secrets.ts'
import { sayDatabase } from './database-name.ts'
import { endBySignal } from './end-by-signal.ts'

/** The jobs that wait in a backup are due at once, and it is real people whom they would reach. */
const copyNote =
  '  Is this a copy to look at? Then start it with DEMO=0 and JOBS=off, and without SMTP_URL, REDIS_URL and the keys of\n' +
  '  STRIPE_…, VAPID_… and S3_…: else it mails, reminds and gives money back to the people in it.'

/** `npm run db:restore -- FOLDER [--replace]`: into an empty place, with the server stopped. */
async function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [source] = positionals
  if (!source) throw new Error('Say which backup: npm run db:restore -- FOLDER')
  const config = readConfig()
  sayDatabase(config)
  endBySignal()
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase({ dataDir: config.dataDir, log: () => {}, beginsAnew: true })
  const pool = new pg.Pool({
    connectionString: config.databaseUrl ?? embedded!.url,
    max: 3,
    application_name: 'marga restore',
  })
  let isEnding = false
  const broke = (error: Error) => {
    // A connection may still be closing when its database stops, which then says that it ends it.
    if (!isEnding) console.error(error.message)
  }
  pool.on('error', broke)
  // Else the library of the jobs warns of a pool that would end the process with a connection that breaks.
  pool.on('connect', (client) => client.on('error', broke))
  try {
    const begunMs = performance.now()
    const { manifest, notes } = await restoreBackup({
      pool,
      source: resolve(source),
      migrationsFolder: join(import.meta.dirname, '../../src/migrations'),
      migrateJobs: () => migrateJobs({ pool }),
      uploads: { folder: resolve(config.dataDir, 'uploads'), imageOf: imageOfFile },
      pagesFolder: resolve(config.dataDir, 'pages'),
      tokenSecret: config.tokenSecret,
      secretFile: secretPath(config.dataDir, 'token'),
      isReplacing: values.replace,
      now: () => systemClock.now(),
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `\n  The backup of ${manifest.takenAt} is back: ${rows} rows of ${manifest.tables.length} tables, ` +
        `after ${((performance.now() - begunMs) / 1000).toFixed(1)} s.`,
    )
    for (const note of notes) console.log(`  ${note}`)
    console.log(copyNote)
    console.log('')
  } finally {
    isEnding = true
    await pool.end()
    await embedded?.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`\n  Not restored. ${error instanceof Error ? error.message : String(error)}\n\n`)
  process.exitCode = 1
})
