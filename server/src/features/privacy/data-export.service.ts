import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { columnsFor, type ExportedTable } from './export-columns.rules.ts'

type Deps = { db: Database; clock: Clock; mails: MailQueue }
type Row = Record<string, unknown>

/** By which column rows are a person's; `pair` is the column of the person's own side. */
type Section = { table: ExportedTable; by: string | 'pair'; isSingle?: true }

const sections = {
  account: { table: 'account', by: 'id', isSingle: true },
  profile: { table: 'mentorProfile', by: 'accountId', isSingle: true },
  applications: { table: 'application', by: 'mentorId' },
  sessions: { table: 'loginSession', by: 'accountId' },
  knownDevices: { table: 'knownDevice', by: 'accountId' },
  pushSubscriptions: { table: 'pushSubscription', by: 'accountId' },
  communitiesRead: { table: 'communityRead', by: 'accountId' },
  reminders: { table: 'reminder', by: 'accountId' },
  unreadMails: { table: 'unreadMail', by: 'accountId' },
  payer: { table: 'payer', by: 'accountId', isSingle: true },
  twoStepSignIn: { table: 'totp', by: 'accountId', isSingle: true },
  preferences: { table: 'preference', by: 'accountId', isSingle: true },
  identities: { table: 'identity', by: 'accountId' },
  enrollments: { table: 'enrollment', by: 'pair' },
  checkouts: { table: 'checkout', by: 'pair' },
  calls: { table: 'sessionCredit', by: 'pair' },
  callHistory: { table: 'sessionCreditEvent', by: 'pair' },
  payments: { table: 'payment', by: 'pair' },
  refunds: { table: 'refund', by: 'pair' },
  refundRequests: { table: 'refundRequest', by: 'pair' },
  moveProposals: { table: 'moveProposal', by: 'pair' },
  contests: { table: 'contest', by: 'pair' },
  slots: { table: 'slot', by: 'pair' },
  conversations: { table: 'conversation', by: 'pair' },
  messages: { table: 'message', by: 'senderId' },
  liveStays: { table: 'liveStay', by: 'accountId' },
  liveNotes: { table: 'liveNotes', by: 'pair' },
  communityMessages: { table: 'communityMessage', by: 'senderId' },
  notifications: { table: 'notification', by: 'accountId' },
  reviews: { table: 'review', by: 'pair' },
  tickets: { table: 'ticket', by: 'raisedBy' },
  blockedPeople: { table: 'blockedPerson', by: 'accountId' },
} as const satisfies Record<string, Section>

/** Rows that are a person's by what they belong to. */
const throughWhat: Partial<Record<ExportedTable, (own: string, id: string) => RawBuilder<unknown>>> = {
  liveNotes: (own, id) => sql`slot_id in (select id from slot where ${sql.ref(own)} = ${id})`,
  sessionCredit: ofEnrollment,
  refund: ofEnrollment,
  sessionCreditEvent: (own, id) =>
    sql`credit_id in (select id from session_credit where ${ofEnrollment(own, id)})`,
}
function ofEnrollment(own: string, id: string): RawBuilder<unknown> {
  return sql`enrollment_id in (select id from enrollment where ${sql.ref(own)} = ${id})`
}

/** Everything held about a person, as they may take it away. Secrets (hashes, tokens) are not data about them. */
export function createDataExport({ db, clock, mails }: Deps) {
  async function read({ table, by }: Section, { id, role }: Actor<'mentee' | 'mentor'>): Promise<Row[]> {
    const columns = columnsFor(table, role)
    if (columns.length === 0) return []
    const own = by === 'pair' ? `${role}Id` : by
    const isTheirs = throughWhat[table]?.(own, id) ?? sql`${sql.ref(own)} = ${id}`
    const { rows } = await sql<Row>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} where ${isTheirs}
      ${table === 'message' ? sql`order by created_at` : sql``}`.execute(db.query)
    return rows
  }

  return {
    async of(actor: Actor<'mentee' | 'mentor'>) {
      const taken: Record<string, Row[] | Row | undefined> = {}
      for (const [key, section] of Object.entries<Section>(sections)) {
        const rows = await read(section, actor)
        taken[key] = section.isSingle ? rows[0] : rows
      }
      const account = (taken.account ?? {}) as Row
      return {
        ...taken,
        exportedAt: clock.now().toISOString(),
        account,
        mails: await mails.writtenTo(typeof account.email === 'string' ? account.email : ''),
      }
    },
  }
}
export type DataExport = ReturnType<typeof createDataExport>
