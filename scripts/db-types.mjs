// Writes server/src/platform/db/types.generated.ts from a freshly migrated database, or with
// --verify says whether it is up to date. Needs TEST_DATABASE_URL (an administrator's connection).
import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readStatements } from './lib/migration-rules.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const adminUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const name = `marga_types_${process.pid}`
const url = new URL(adminUrl)
url.pathname = `/${name}`

/** Text columns that a check constraint narrows to a few words. */
const overrides = {
  'account.role': '"mentee" | "mentor" | "moderator"',
  'mentor_profile.status': 'import("kysely").Generated<"applied" | "accepted" | "rejected" | "closed">',
  'application.status': 'import("kysely").Generated<"received" | "accepted" | "rejected">',
  'checkout.provider': '"stripe" | "sandbox"',
  'enrollment.provider': '"stripe" | "sandbox"',
  'enrollment.status': '"active" | "past_due" | "ending" | "ended"',
  'sandbox_checkout.status': 'import("kysely").Generated<"open" | "paid" | "declined" | "canceled">',
  'sandbox_subscription.status': '"active" | "canceled"',
  'slot.type': '"session" | "intro"',
  'session_credit.source': 'import("@marga/contract/session-credit-cases").CreditSource',
  'session_credit.status':
    'import("kysely").Generated<import("@marga/contract/session-credit-cases").CreditStatus>',
  'session_credit.because': 'import("@marga/contract/session-credit-cases").CreditCase',
  'session_credit_event.because': 'import("@marga/contract/session-credit-cases").CreditCase',
  'session_credit_event.what': 'import("@marga/contract/session-credits").CreditChange',
  'move_proposal.proposed_by': '"mentee" | "mentor"',
  'move_proposal.status': 'import("kysely").Generated<"open" | "accepted" | "declined" | "void">',
  'contest.raised_by': '"mentee" | "mentor"',
  'contest.status': 'import("kysely").Generated<"open" | "agreed" | "with_moderator" | "decided">',
  'refund_request.status': '"refunded" | "with_mentor" | "with_moderator" | "refused"',
  'slot.status': 'import("kysely").Generated<"open" | "booked" | "completed" | "missed" | "cancelled">',
  'slot.missed_by': '"mentee" | "mentor" | "both" | null',
  'message.sender_type': '"mentee" | "mentor"',
  'notification.type': '"message" | "alert"',
  'one_time_code.purpose': '"reset" | "delete"',
  'payment.status': '"paid" | "refunded" | "failed"',
  'community_message.sender_type': '"mentee" | "mentor"',
  'ticket.status': 'import("kysely").Generated<"open" | "actioned" | "dismissed">',
  'moderation_case.kind': 'import("@marga/contract/case-states").CaseKind',
  'moderation_case.status': 'import("kysely").Generated<import("@marga/contract/case-states").CaseStatus>',
  'moderation_case.reason': 'import("@marga/contract/case-states").DecisionReason | null',
  'sanction.kind': 'import("@marga/contract/case-states").SanctionKind',
  'sanction.reason': 'import("@marga/contract/case-states").DecisionReason | null',
  'time_request.status': 'import("kysely").Generated<"open" | "accepted" | "declined" | "void">',
  'appeal.outcome': '"upheld" | "refused" | null',
}

async function withFreshDatabase(work) {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  try {
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    const folder = join(root, 'server/src/migrations')
    for (const file of (await readdir(folder)).sort()) {
      const sql = await readFile(join(folder, file), 'utf8')
      // Several statements in one query are one transaction, in which no index is built concurrently.
      const parts = /^-- outside a transaction\b/m.test(sql)
        ? readStatements(sql).map(({ text }) => text)
        : [sql]
      for (const part of parts) await client.query(part)
    }
    await client.end()
    await work()
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

await withFreshDatabase(() =>
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      '--url',
      url.href,
      '--dialect',
      'postgres',
      '--camel-case',
      '--out-file',
      join(root, 'server/src/platform/db/types.generated.ts'),
      '--numeric-parser',
      'number',
      '--type-mapping',
      JSON.stringify({
        int8: 'number',
        json: 'unknown',
        jsonb: 'unknown',
        tsvector: 'string',
        bytea: 'Buffer',
      }),
      '--overrides',
      JSON.stringify({ columns: overrides }),
      ...(process.argv.includes('--verify') ? ['--verify'] : []),
    ],
    { stdio: 'inherit' },
  ),
)
