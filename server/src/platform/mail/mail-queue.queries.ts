import { type Selectable, sql } from 'kysely'
import { after, daysMs, hoursMs, minutesMs } from '../clock.ts'
import { anyOf } from '../db/any-of.ts'
import type { Db } from '../db/database.ts'
import { deleteInParts, inParts } from '../db/parts.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { Mail } from '../db/types.generated.ts'

/** Longer than any sending can take: every step of SMTP ends within seconds. What waits for its turn may renew it. */
const claimMinutes = 5
const renewedWithMinutesLeft = 4
const retentionDays = 30
/** Longer than the tries of a job, which are used up after four days. */
const triesDays = 5

/** Those that may go out, are neither sent nor given up, and that no other sender has. */
export const claimMails = (db: Db, mailIds: readonly string[], now: Date) =>
  prepared(
    db,
    db
      .updateTable('mail')
      .set({ claimedUntil: after(now, minutesMs(claimMinutes)) })
      .where('id', '=', anyOf(mailIds))
      .where('sentAt', 'is', null)
      .where('failedAt', 'is', null)
      .where('heldAt', 'is', null)
      .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]))
      .returning(claimedColumns),
  )

/** Asks the database only once the claim has waited for a while. @returns false where it ran out and somebody else has the mail */
export async function renewClaim(db: Db, { id, claimedUntil }: ClaimedMail, now: Date): Promise<boolean> {
  if (claimedUntil && claimedUntil > after(now, minutesMs(renewedWithMinutesLeft))) return true
  const renewed = await db
    .updateTable('mail')
    .set({ claimedUntil: after(now, minutesMs(claimMinutes)) })
    .where('id', '=', id)
    .where('claimedUntil', '=', claimedUntil)
    .executeTakeFirst()
  return renewed.numUpdatedRows > 0n
}

const claimedColumns = [
  'id',
  'claimedUntil',
  'recipient',
  'subject',
  'content',
  'text',
  'html',
  'attachments',
  'unsubscribeUrl',
  'usefulUntil',
] as const
export type ClaimedMail = Pick<Selectable<Mail>, (typeof claimedColumns)[number]>

type Outcome = { sentAt: Date } | { failedAt: Date; failure: string } | { claimedUntil: null }

/** The claim ends with it. */
export const noteOutcome = (db: Db, mailId: string, outcome: Outcome) =>
  prepared(
    db,
    db
      .updateTable('mail')
      .set({ claimedUntil: null, ...outcome })
      .where('id', '=', mailId),
  )

const leftBehindMax = 500

/** Those whose claim has run out. */
export const findLeftBehind = (db: Db, now: Date) =>
  db
    .selectFrom('mail')
    .select('id')
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('claimedUntil', '<', now)
    .limit(leftBehindMax)
    .execute()

/** Those of a while ago that nobody is sending and no job is for, not even one that has used up its tries. */
export const findWithoutJob = (db: Db, now: Date) =>
  db
    .selectFrom('mail')
    .select('id')
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('heldAt', 'is', null)
    .where('claimedUntil', 'is', null)
    .where('createdAt', '<', after(now, -hoursMs(1)))
    .where(
      sql<boolean>`id not in (
        select mail_id::uuid
        from graphile_worker._private_jobs as job
        join graphile_worker._private_tasks as task on task.id = job.task_id
        cross join json_array_elements_text(job.payload -> 'mailIds') as mail_id
        where task.identifier = 'mail:render')`,
    )
    .limit(leftBehindMax)
    .execute()

/** Those that no job will send: else they would be neither sent nor failed, and stay for ever. */
export const giveUpOldMails = (db: Db, now: Date) =>
  inParts(
    'mail',
    sql`created_at < ${after(now, -daysMs(triesDays))} and sent_at is null and failed_at is null
      and held_at is null and (claimed_until is null or claimed_until < ${now})`,
    async (isInPart) => {
      const { numUpdatedRows } = await db
        .updateTable('mail')
        .set({ failedAt: now, failure: `Not sent within ${triesDays} days.` })
        .where(isInPart)
        .executeTakeFirst()
      return numUpdatedRows
    },
  )

/** Mails hold codes, links and names: a month after they went out, or failed, nobody needs them. */
export const deleteOldMails = (db: Db, now: Date) =>
  deleteInParts(
    db,
    'mail',
    sql`created_at < ${after(now, -daysMs(retentionDays))}
      and (sent_at is not null or failed_at is not null or digest_id is not null)`,
  )

/** What waits for a digest of what its reader could end by this address. One that is being written takes what it has. */
export const deleteHeld = (db: Db, { accountId, unsubscribeUrl }: Ended) =>
  db
    .deleteFrom('mail')
    .where('accountId', '=', accountId)
    .where('unsubscribeUrl', '=', unsubscribeUrl)
    .where('heldAt', 'is not', null)
    .where('digestId', 'is', null)
    .execute()
export type Ended = { accountId: string; unsubscribeUrl: string }

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

/** Far more than anybody is written in the month that mails are kept. */
const writtenMax = 5000

/** The newest, newest first. Not by address, which accounts of other people may have, too. */
export const findWrittenTo = (db: Db, accountId: string) =>
  db
    .selectFrom('mail')
    .select(['kind', 'subject', 'content', 'text', 'unsubscribeUrl', 'createdAt', 'sentAt'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(writtenMax)
    .execute()
export type WrittenRow = Awaited<ReturnType<typeof findWrittenTo>>[number]
