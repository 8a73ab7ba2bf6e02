import { type Selectable, sql } from 'kysely'
import { after, daysMs, minutesMs } from '../clock.ts'
import { anyOf } from '../db/any-of.ts'
import type { Db } from '../db/database.ts'
import type { Mail } from '../db/types.generated.ts'

/** Longer than any sending can take: every step of SMTP ends within seconds. */
const claimMinutes = 5
const retentionDays = 30

/** Those that are neither sent nor given up nor held back. */
export const findUnsent = (db: Db, mailIds: readonly string[]) =>
  db
    .selectFrom('mail')
    .select(['id', 'content', 'text', 'html', 'unsubscribeUrl'])
    .where('id', '=', anyOf(mailIds))
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('heldAt', 'is', null)
    .execute()

export type RenderedMail = { id: string; text: string; html: string }

/** Those that nobody else has; they are drawn from then on, so that a repeat says the same. */
export function claimMails(db: Db, rows: readonly RenderedMail[], now: Date): Promise<Selectable<Mail>[]> {
  const ids = rows.map(({ id }) => id)
  const [texts, htmls] = [rows.map(({ text }) => text), rows.map(({ html }) => html)]
  const given = sql<{ id: string; text: string; html: string }>`
    unnest(${ids}::uuid[], ${texts}::text[], ${htmls}::text[])`
  return db
    .updateTable('mail')
    .from(given.as<'drawn'>(sql`drawn(id, text, html)`))
    .set((eb) => ({
      claimedUntil: after(now, minutesMs(claimMinutes)),
      text: eb.ref('drawn.text'),
      html: eb.ref('drawn.html'),
      content: null,
    }))
    .whereRef('mail.id', '=', 'drawn.id')
    .where('mail.sentAt', 'is', null)
    .where('mail.failedAt', 'is', null)
    .where((eb) => eb.or([eb('mail.claimedUntil', 'is', null), eb('mail.claimedUntil', '<', now)]))
    .returningAll('mail')
    .execute()
}

type Outcome = { sentAt: Date } | { failedAt: Date; failure: string } | { claimedUntil: null }

/** The claim ends with it. */
export const noteOutcome = (db: Db, mailId: string, outcome: Outcome) =>
  db
    .updateTable('mail')
    .set({ claimedUntil: null, ...outcome })
    .where('id', '=', mailId)
    .execute()

/** Those whose claim has run out. */
export const findLeftBehind = (db: Db, now: Date) =>
  db
    .selectFrom('mail')
    .select('id')
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('claimedUntil', '<', now)
    .limit(500)
    .execute()

/** Mails hold codes, links and names: a month after they went out, or failed, nobody needs them. */
export const deleteOldMails = (db: Db, now: Date) =>
  db
    .deleteFrom('mail')
    .where('createdAt', '<', after(now, -daysMs(retentionDays)))
    .where((eb) =>
      eb.or([eb('sentAt', 'is not', null), eb('failedAt', 'is not', null), eb('digestId', 'is not', null)]),
    )
    .execute()

/** Newest first. @param to undefined for everybody */
export const findWritten = (db: Db, to: string | undefined) =>
  db
    .selectFrom('mail')
    .selectAll()
    .where('heldAt', 'is', null)
    .$if(to !== undefined, (query) => query.where('recipient', '=', to!))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

export const findWrittenTo = (db: Db, recipient: string) =>
  db
    .selectFrom('mail')
    .select(['kind', 'subject', 'content', 'text', 'html', 'unsubscribeUrl', 'createdAt', 'sentAt'])
    .where('recipient', '=', recipient)
    .execute()
