import { sql } from 'kysely'
import { after, type Clock, daysMs, hoursMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import { unreadMail } from './chat.mails.ts'

type Deps = {
  db: Database
  clock: Clock
  mails: MailQueue
  recipients: MailRecipients
  publicUrl: () => string
}

const waitMinutes = 10
const pauseHours = 24
/** Older ones are not dug out, should the job have stood still. */
const reachDays = 2
const batchSize = 100

type Waiting = { conversationId: string; accountId: string; otherId: string; seq: number; unread: number }

export function createUnreadMails({ db, clock, mails, recipients, publicUrl }: Deps) {
  /** Who has left something unread, and when they are to be told: after a while, and not again within a day. */
  const waiting = (now: Date) => sql`(
      select c.id as conversation_id, reader.id as account_id, reader.other_id, c.last_seq as seq,
        unread.count as unread, c.updated_at,
        greatest(
          unread.since + make_interval(mins => ${waitMinutes}), mailed.sent_at + make_interval(hours => ${pauseHours})
        ) as due_at
      from conversation c
      cross join lateral (values
        (c.mentee_id, c.mentor_id, 'mentor', c.mentee_read_seq),
        (c.mentor_id, c.mentee_id, 'mentee', c.mentor_read_seq)
      ) as reader (id, other_id, sender_type, read_seq)
      left join unread_mail as mailed on mailed.conversation_id = c.id and mailed.account_id = reader.id
      left join preference on preference.account_id = reader.id
      join account on account.id = reader.id and account.is_email_verified
        and not account.is_blocked and account.deleted_at is null
      cross join lateral (
        select count(*)::int as count, min(m.created_at) as since from message as m
        where m.conversation_id = c.id and m.sender_type = reader.sender_type
          and m.seq > greatest(reader.read_seq, coalesce(mailed.seq, 0))
      ) as unread
      where c.updated_at > ${after(now, -daysMs(reachDays))}
        and c.last_seq > reader.read_seq
        and coalesce(preference.email_messages, true)
        and unread.count > 0
    ) as waiting`

  const findWaiting = (now: Date) =>
    sql<Waiting>`
      select conversation_id, account_id, other_id, seq, unread from ${waiting(now)}
      where due_at <= ${now} order by updated_at limit ${batchSize}`.execute(db.query)

  /** The row is claimed by one conditional upsert, so that a second run mails nobody again. */
  const mail = (waiting: Waiting, now: Date) =>
    db.transact(async (tx) => {
      const claimed = await tx
        .insertInto('unreadMail')
        .values({
          conversationId: waiting.conversationId,
          accountId: waiting.accountId,
          seq: waiting.seq,
          sentAt: now,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['conversationId', 'accountId'])
            .doUpdateSet({ seq: waiting.seq, sentAt: now })
            .where('unreadMail.sentAt', '<=', after(now, -hoursMs(pauseHours))),
        )
        .returning('seq')
        .executeTakeFirst()
      if (!claimed) return
      const people = await recipients.find(tx, [waiting.accountId, waiting.otherId], 'messages')
      const reader = people.get(waiting.accountId)
      const other = people.get(waiting.otherId)
      if (!reader?.isWanted || !other) return
      await mails.add(tx, {
        to: reader,
        kind: 'unread-messages',
        unsubscribeUrl: reader.unsubscribeUrl,
        content: unreadMail(
          reader.firstName,
          fullName(other),
          waiting.unread,
          `${publicUrl()}/${reader.role}s/connect/inbox/${waiting.conversationId}`,
        ),
      })
    })

  return {
    /** When somebody is to be told next. */
    async nextDue(): Promise<Date | null> {
      const now = clock.now()
      const { rows } = await sql<{ at: Date | null }>`
        select min(due_at) as at from ${waiting(now)} where due_at > ${now}`.execute(db.query)
      return rows[0]?.at ?? null
    },

    /** Safe to run twice, at the same time too: the row of `unread_mail` decides. */
    async sendDue() {
      const now = clock.now()
      const { rows } = await findWaiting(now)
      for (const waiting of rows) await mail(waiting, now)
    },
  }
}
export type UnreadMails = ReturnType<typeof createUnreadMails>
