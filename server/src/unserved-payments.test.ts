import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examine } from './cli/doctor-checks.ts'
import { readConfig } from './config.ts'
import { prepareDatabase } from './installation-database.ts'
import type { Start } from './process-lifetime.ts'
import { type StripeApp, startStripeApp, subscribe } from './testing/stripe-app.ts'
import { testTokenSecret } from './testing/test-app.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'marga-unserved-'))
let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const configOf = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: app.databaseUrl, TOKEN_SECRET: testTokenSecret, DATA_DIR: dataDir, ...env })

/** As every start does, which ends then. */
async function start(env: Record<string, string>) {
  const hurry = new AbortController().signal
  const of: Start = { config: configOf(env), log: app.app.log, undo: [], hurry, pages: Promise.resolve() }
  try {
    await prepareDatabase(of, 1)
  } finally {
    for (const { stop } of of.undo.reverse()) await stop()
  }
}
async function doctor(env: Record<string, string>) {
  const found = (await examine(configOf(env))).find(({ piece }) => piece === 'Database')!
  return `${found.verdict}: ${found.words}`
}
const withoutKeys = [{ DEMO: '0' }, { DEMO: '1' }]

describe('a start without the keys of Stripe', () => {
  it('is none of anybody’s business where nothing is at Stripe', async () => {
    for (const env of withoutKeys) {
      await start(env)
      expect(await doctor(env)).toMatch(/^ok/)
    }
  })

  it('is refused while somebody is subscribed or is owed money there, and the doctor says so', async () => {
    const { id } = await subscribe(app)
    const query = (text: string) => app.app.db.pool.query(text, [id])
    for (const env of withoutKeys) {
      await expect(start(env)).rejects.toThrow('1 live subscription at Stripe')
      expect(await doctor(env)).toMatch(
        /^problem: The product does not start: this database holds 1 live subscription at Stripe.* STRIPE_SECRET_KEY/,
      )
    }
    await query(
      "update enrollment set status = 'ended', end_reason = 'left', ended_at = now(), refund_due = 0 where id = $1",
    )
    await expect(start({ DEMO: '0' })).rejects.toThrow(
      '1 ended subscription of which Stripe is still to be told',
    )
    await query('update enrollment set refund_due = null where id = $1')
    await start({ DEMO: '0' })
    await query(
      `insert into refund (id, enrollment_id, payment_id, amount, reason, reference, created_at)
       select gen_random_uuid(), $1, id, 1000, 'call', 'call:of the test', now() from payment where enrollment_id = $1`,
    )
    await expect(start({ DEMO: '0' })).rejects.toThrow('1 refund that Stripe is still to make')
    await start({ DEMO: '0', JOBS: 'off' })
    await start(app.stripe.env)
    expect(await doctor(app.stripe.env)).toMatch(/^ok/)
  })
})
