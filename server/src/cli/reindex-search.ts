import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { createSearchReindex } from '../features/search/search-reindex.service.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/db/database.ts'
import { startEmbeddedDatabase } from '../platform/db/embedded-database.ts'
import { migrate } from '../platform/db/migrate.ts'

/** `npm run search:reindex`: may run beside the server when the database is one of your own. */
async function main() {
  const config = readConfig()
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase({ dataDir: config.dataDir, log: console.log })
  const url = config.databaseUrl ?? embedded!.url
  const db = openDatabase({ url, poolSize: 2, onError: (error) => console.error(error.message) })
  try {
    await migrate(db.pool, join(import.meta.dirname, '../../src/migrations'))
    const begunMs = performance.now()
    const seconds = () => Math.round((performance.now() - begunMs) / 1000)
    const { reindex } = createSearchReindex({ db, clock: systemClock })
    const count = await reindex((mentors) => {
      if (mentors % 100_000 === 0) console.log(`${mentors} mentors after ${seconds()} s`)
    })
    console.log(`${count} mentors are in the search, after ${seconds()} s.`)
  } finally {
    await db.close()
    await embedded?.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(
    `\n  ${error instanceof Error ? error.message : String(error)}\n  With the embedded database, stop the server first.\n\n`,
  )
  process.exitCode = 1
})
