import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtScript } from '../../testkit/built-server.mjs'
import { examine } from './cli/doctor-checks.ts'
import { readConfig } from './config.ts'
import { startTestApp, type TestApp, testTokenSecret } from './testing/test-app.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'marga-jobs-off-'))
let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(async () => {
  await test.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The product itself, until it serves; then it is told to end. */
async function whileServing(env: Record<string, string>, look: (said: () => string) => Promise<void>) {
  const child = spawn(process.execPath, [builtScript('main')], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  try {
    await expect.poll(() => said, { timeout: 60_000 }).toContain('is running at')
    await look(() => said)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

it('with JOBS=off the product serves, and does nothing that waits: a copy of real people writes to nobody', async () => {
  const { db, jobs } = test.app
  await jobs.add(db.query, 'images:remove', { name: 'waiting' })
  const env = {
    DATABASE_URL: test.databaseUrl,
    TOKEN_SECRET: testTokenSecret,
    DATA_DIR: dataDir,
    JOBS: 'off',
  }
  await whileServing(env, async (said) => {
    await expect.poll(said).toContain('JOBS=off')
    const { rows } = await db.pool.query(
      "select task_identifier, attempts from graphile_worker.jobs where task_identifier not like '%:sweep'",
    )
    expect(rows).toEqual([{ task_identifier: 'images:remove', attempts: 0 }])
    const workers = await db.pool.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'marga jobs'",
    )
    expect(workers.rowCount).toBe(0)
  })
  const found = (await examine(readConfig({ ...env, DEMO: '0' }))).find(
    ({ piece }) => piece === 'Background jobs',
  )
  expect(found).toMatchObject({ verdict: 'notice', words: expect.stringContaining('JOBS=off') })
}, 120_000)
