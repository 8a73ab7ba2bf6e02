import { startAppServer } from './app-server.ts'
import { dropDatabase, makeDatabase } from './databases.ts'

/**
 * Migrates a database and loads the demo into it once, for all the app servers of a run: theirs are copies.
 * @returns what removes it
 */
export default async function setup() {
  if (!process.env.TEST_DATABASE_URL) return undefined
  const url = await makeDatabase()
  const app = await startAppServer({ database: { url } })
  await app.dispose()
  process.env.DEMO_TEMPLATE_URL = url
  return () => dropDatabase(url)
}
