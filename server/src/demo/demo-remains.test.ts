import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examine } from '../cli/doctor-checks.ts'
import { readConfig } from '../config.ts'
import { prepareDatabase } from '../installation-database.ts'
import { after, hoursMs } from '../platform/clock.ts'
import type { Start } from '../process-lifetime.ts'
import { startTestApp, type TestApp, testTokenSecret } from '../testing/test-app.ts'
import { demoModeratorEmail } from './demo-logins.ts'
import { loadDemo } from './load-demo.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'marga-remains-'))
let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(async () => {
  await test.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const configOf = (DEMO: '0' | '1') =>
  readConfig({ DATABASE_URL: test.databaseUrl, TOKEN_SECRET: testTokenSecret, DATA_DIR: dataDir, DEMO })

/** As every start does, which ends then. */
async function start(DEMO: '0' | '1') {
  const { log } = test.app
  const hurry = new AbortController().signal
  const of: Start = { config: configOf(DEMO), log, undo: [], hurry, pages: Promise.resolve() }
  try {
    await prepareDatabase(of, 1)
  } finally {
    for (const { stop } of of.undo.reverse()) await stop()
  }
}
async function doctor(DEMO: '0' | '1') {
  const found = (await examine(configOf(DEMO))).find(({ piece }) => piece === 'Database')!
  return `${found.verdict}: ${found.words}`
}

describe('without DEMO', () => {
  it('a database of its own is served', async () => {
    await start('0')
    expect(await doctor('0')).toMatch(/^ok/)
  })

  it('one that the demo has filled is not, and the doctor says so', async () => {
    await loadDemo(test.app)
    await expect(start('0')).rejects.toThrow(`holds the demo: its moderator ${demoModeratorEmail}`)
    expect(await doctor('0')).toMatch(
      /^problem: The product does not start: this database holds the demo: .* Use another database/,
    )
    await start('1')
    expect(await doctor('1')).toMatch(/^ok/)
  })

  it('one whose demo moderator is gone is served, but not with a clock that was moved', async () => {
    await test.app.leaving.remove(demoModeratorEmail)
    await start('0')
    await test.app.clock.moveTo(test.app.db, after(test.app.clock.now(), hoursMs(1)))
    await expect(start('0')).rejects.toThrow('this database holds the demo: a clock that was moved ahead')
    expect(await doctor('0')).toMatch(/^problem: .*a clock that was moved ahead/)
    await start('1')
  })

  it('the doctor points out what the demo has left beside the embedded database', async () => {
    const embedded = async (DEMO: '0' | '1') =>
      (await examine(readConfig({ DATA_DIR: dataDir, DEMO }))).find(({ piece }) => piece === 'Database')!
    expect((await embedded('0')).verdict).toBe('ok')
    mkdirSync(join(dataDir, 'uploads/demo'), { recursive: true })
    expect(await embedded('0')).toMatchObject({
      verdict: 'notice',
      words: expect.stringContaining('Use another DATA_DIR'),
    })
    expect((await embedded('1')).verdict).toBe('ok')
  })
})
