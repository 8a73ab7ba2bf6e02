import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { type AppServer, startAppServer } from '../../e2e/support/app-server.ts'
import { type SeedSize, seed } from '../seed/seed.ts'

export type SeededApp = AppServer & { database: pg.Client }

/** The built product on a PostgreSQL database of its own, full of made-up people. */
export async function startSeededApp(size: SeedSize, env: Record<string, string> = {}): Promise<SeededApp> {
  const app = await startAppServer({ database: 'server', env })
  const database = new pg.Client({ connectionString: app.databaseUrl })
  await database.connect()
  const begunMs = Date.now()
  await seed(database, size)
  console.log(`Seeded ${JSON.stringify(size)} in ${Math.round((Date.now() - begunMs) / 1000)} s.`)
  return {
    ...app,
    database,
    async dispose() {
      await database.end()
      await app.dispose()
    },
  }
}

/** Fills an empty database of the product with made-up mentors and indexes them for search. */
export async function fillSearch(url: string, mentors: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await seed(client, { mentors, mentees: 1000, enrollments: 0, slots: mentors / 5 })
  await client.end()
  execFileSync(process.execPath, ['server/dist/cli/reindex-search.js'], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      TOKEN_SECRET: 'a secret of the bench, long enough for everybody',
    },
    stdio: 'inherit',
  })
}
