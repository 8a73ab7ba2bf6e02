import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Issuer, startIssuer } from '../../../../testkit/oidc-issuer.mjs'
import { countLockWaits } from '../../testing/lock-waits.ts'
import { newMentee } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const start = '/api/mentees/google_auth_mentee'
let test: TestApp
let issuer: Issuer
beforeAll(async () => {
  issuer = await startIssuer(`http://localhost:3999${start}/callback`)
  test = await startTestApp({ env: issuer.env })
})
afterAll(async () => {
  await test.close()
  await issuer.close()
})

it('binds nobody to an account that is erased at the same moment, but makes another one', async () => {
  const leaving = await newMentee(test)
  issuer.visit({
    sub: 'leaver',
    email: leaving.email,
    email_verified: true,
    given_name: 'A',
    family_name: 'B',
  })
  const { headers } = await test.request('GET', start)
  const back = new URL(await issuer.browse(String(headers.location)))
  const cookie = String(headers['set-cookie']).split(';')[0]!
  const erasing = new pg.Client({ connectionString: test.databaseUrl })
  await erasing.connect()
  await erasing.query('begin')
  await erasing.query(
    "update account set deleted_at = now(), email = id || '@deleted.invalid', password_hash = null where id = $1",
    [leaving.id],
  )
  const coming = test.request('GET', back.pathname + back.search, { headers: { cookie } })
  await expect.poll(() => countLockWaits(test.app.db.pool)).toBeGreaterThan(0)
  await erasing.query('commit')
  await erasing.end()
  expect((await coming).status).toBe(302)
  const { rows } = await test.app.db.pool.query<{ account_id: string; email: string }>(
    "select account_id, email from identity join account on account.id = account_id where subject = 'leaver'",
  )
  expect(rows).toEqual([{ account_id: expect.not.stringMatching(leaving.id), email: leaving.email }])
})
