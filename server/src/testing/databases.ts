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

export async function administrate(adminUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const insufficientPrivilege = '42501'

/**
 * Whoever is still connected is thrown out. The embedded server's role may not end an autovacuum worker that happens
 * to be at work there; such a worker is done within moments.
 */
export async function dropDatabase(adminUrl: string, name: string) {
  for (let left = 20; ; left--) {
    try {
      return await administrate(adminUrl, `drop database if exists ${name} with (force)`)
    } catch (error) {
      if ((error as { code?: string }).code !== insufficientPrivilege || left === 0) throw error
      await sleep(500)
    }
  }
}

/** Vitest's global set-up: a migrated template on each server, from which every test file clones its own. */
export async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'marga-test-'))
  // As root the database runs as another user, who must be able to enter.
  chmodSync(dataDir, 0o755)
  const embedded = await startEmbeddedDatabase({ dataDir, log: () => {} })
  const server = process.env.TEST_DATABASE_URL ?? null
  await makeTemplate(embedded.url)
  if (server) await makeTemplate(server)
  project.provide('engines', { embedded: embedded.url, server })
  project.provide('template', template)
  project.provide('fuzzRuns', Number(process.env.TEST_FUZZ_RUNS ?? 12))
  project.provide('matrix', process.env.TEST_MATRIX === 'full' ? 'full' : 'sample')
  return async () => {
    if (server) await dropDatabase(server, template)
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
