import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../platform/db/database.ts'
import { startEmbeddedDatabase } from '../platform/db/embedded-database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { migrateJobs } from '../platform/jobs/jobs.ts'

/** The PostgreSQL servers that tests may use: the embedded one always, one of the machine's if it was named. */
export type TestEngines = { embedded: string; server: string | null }

declare module 'vitest' {
  interface ProvidedContext {
    engines: TestEngines
    template: string
    /** How much of the matrix of payment events is played. */
    matrix: 'sample' | 'full'
    /** How many generated inputs each endpoint and socket event gets. */
    fuzzRuns: number
  }
}

const template = `marga_template_${process.pid}`

/** Other work on the machine fails no test: a connection may take its time. In the address, as an operator says it. */
const patient = (url: string) => {
  const other = new URL(url)
  other.searchParams.set('connect_timeout', '100')
  return other.href
}

export const withDatabase = (url: string, name: string) => {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

async function makeTemplate(adminUrl: string) {
  await administrate(adminUrl, `create database ${template}`)
  const db = openDatabase({ url: withDatabase(adminUrl, template), poolSize: 2, onError: () => {} })
  await migrate(db.pool, join(import.meta.dirname, '../migrations'))
  await migrateJobs(db)
  await db.close()
}

const dropTries = 40
const betweenDropsMs = 250

/** PostgreSQL may be tidying it up; the embedded one's role may not end that, and is refused until it is done. */
export async function dropDatabase(adminUrl: string, name: string) {
  for (let tries = 1; ; tries++) {
    try {
      return await administrate(adminUrl, `drop database if exists ${name} with (force)`)
    } catch (error) {
      const isRefused = error instanceof pg.DatabaseError && error.code === '42501'
      if (!isRefused || tries === dropTries) throw error
      await sleep(betweenDropsMs)
    }
  }
}

export async function administrate(adminUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Vitest's global set-up: a migrated template on each server, from which every test file clones its own. */
export async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'marga-test-'))
  // As root the database runs as another user, who must be able to enter.
  chmodSync(dataDir, 0o755)
  const embedded = await startEmbeddedDatabase({ dataDir, log: () => {} })
  const engines: TestEngines = {
    embedded: patient(embedded.url),
    server: process.env.TEST_DATABASE_URL ? patient(process.env.TEST_DATABASE_URL) : null,
  }
  const { server } = engines
  await makeTemplate(engines.embedded)
  if (server) await makeTemplate(server)
  project.provide('engines', engines)
  project.provide('template', template)
  project.provide('fuzzRuns', Number(process.env.TEST_FUZZ_RUNS ?? 12))
  project.provide('matrix', process.env.TEST_MATRIX === 'full' ? 'full' : 'sample')
  return async () => {
    if (server) await administrate(server, `drop database if exists ${template} with (force)`)
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
