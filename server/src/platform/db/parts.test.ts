import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMentee } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** What one statement may do, and is far below what it could in its time. */
const atOnce = 10_000
const count = 2 * atOnce + 1
const old = "now() - interval '40 days'"

it('the nightly tidying does what has come together over days in parts, none of which takes long', async () => {
  const { id: accountId } = await newMentee(test)
  const { pool } = test.app.db
  const each = `from generate_series(1, ${count}) as n`
  const rows: Record<string, string> = {
    attempt: `insert into attempt (key_hash, used, expires_at) select sha256(n::text::bytea), 1, ${old} ${each}`,
    idempotency_key: `insert into idempotency_key (account_id, key, request_hash, created_at)
      select '${accountId}', 'old ' || n, '', ${old} ${each}`,
    login_session: `insert into login_session (id, account_id, token_hash, expires_at)
      select gen_random_uuid(), '${accountId}', '', ${old} ${each}`,
    revoked_session: `insert into revoked_session (session_id, revoked_at) select gen_random_uuid(), ${old} ${each}`,
    // Half of them has not gone out: those are given up, and removed the night after.
    mail: `insert into mail (id, recipient, kind, subject, text, html, created_at, sent_at)
      select gen_random_uuid(), 'asha@example.com', 'old', '', '', '', ${old}, case when n % 2 = 0 then now() end
      from generate_series(1, ${2 * count}) as n`,
  }
  await pool.query(`create function refuse_many() returns trigger language plpgsql as $$ begin
    if (select count(*) from gone) > ${atOnce} then raise exception 'too many of % at once', tg_table_name; end if;
    return null; end $$`)
  for (const [table, statement] of Object.entries(rows)) {
    await pool.query(statement)
    for (const event of ['delete', 'update'])
      await pool.query(`create trigger refuse_many_${event} after ${event} on ${table}
        referencing old table as gone for each statement execute function refuse_many()`)
  }
  const tidy = test.app.jobHandlers['housekeeping:daily']
  const left = async (table: string, condition: string) =>
    (await pool.query(`select count(*) from ${table} where ${condition}`)).rows[0].count
  await tidy({})
  expect(await left('mail', 'failed_at is not null')).toBe(count)
  await tidy({})
  expect(await left('mail', "kind = 'old'")).toBe(0)
  expect(await left('attempt', 'expires_at < now()')).toBe(0)
  expect(await left('idempotency_key', "key like 'old %'")).toBe(0)
  expect(await left('login_session', 'expires_at < now()')).toBe(0)
  // The end of a session is told for as long as its last token could live.
  expect(await left('revoked_session', "revoked_at < now() - interval '1 day'")).toBe(0)
})
