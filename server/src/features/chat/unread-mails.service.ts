import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { sweepEach } from '../../platform/sweep-each.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import { unreadMail } from './chat.mails.ts'
import * as queries from './unread-mails.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  log: Log
  mails: MailQueue
  recipients: MailRecipients
  publicUrl: () => string
}

/** Mails about messages that somebody has left unread for a while. */
export function createUnreadMails(deps: Deps) {
  const { db, clock } = deps
  return {
    /** When somebody is to be told next. */
    nextDue: () => queries.findNextDue(db.query, clock.now()),

    /** Safe to run twice, at the same time too: the row of `unread_mail` decides. */
    sendDue: () => sendDue(deps),
  }
}
export type UnreadMails = ReturnType<typeof createUnreadMails>

/**
 * All who wait, a batch after the other: with one batch a minute those of a busy hour would be told late, and after
 * two days not at all. A batch with a failure is the last one until the next minute, as what failed would come again.
 */
async function sendDue(deps: Deps) {
  const { db, clock, log } = deps
  const now = clock.now()
  for (let isMore = true; isMore; ) {
    const due = await queries.findWaiting(db.query, now)
    await sweepEach(log, due, (waiting) => mail(deps, waiting, now))
    isMore = due.length === queries.batchSize
  }
}

/** The row is claimed by one conditional upsert, so that a second run mails nobody again. */
const mail = ({ db, mails, recipients, publicUrl }: Deps, waiting: queries.Waiting, now: Date) =>
  db.transact(async (tx) => {
    if (!(await queries.claimUnreadMail(tx, waiting, now))) return
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
