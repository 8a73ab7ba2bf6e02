import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import * as queries from './accounts.queries.ts'

type Deps = { db: Database; clock: Clock; mails: MailQueue }

/** Everything held about a person, as they may take it away. Secrets (hashes, tokens) are not data about them. */
export function createDataExport({ db, clock, mails }: Deps) {
  return {
    async of(actor: Actor<'mentee' | 'mentor'>) {
      const { id } = actor
      const own = actor.role === 'mentee' ? ('menteeId' as const) : ('mentorId' as const)
      const q = db.query
      const found = await queries.findById(q, id)
      const { passwordHash: _secret, calendarGeneration: _counter, ...account } = found ?? {}
      const bySelf = (column: 'accountId') => [column, '=', id] as const
      return {
        exportedAt: clock.now().toISOString(),
        account: account as Record<string, unknown>,
        profile: await q
          .selectFrom('mentorProfile')
          .selectAll()
          .where('accountId', '=', id)
          .executeTakeFirst(),
        applications: await q
          .selectFrom('application')
          .select(['status', 'attempt', 'reason', 'submittedAt', 'decidedAt'])
          .where('mentorId', '=', id)
          .execute(),
        sessions: await q
          .selectFrom('loginSession')
          .select(['id', 'device', 'createdAt', 'lastSeenAt'])
          .where(...bySelf('accountId'))
          .execute(),
        knownDevices: await q
          .selectFrom('knownDevice')
          .selectAll()
          .where(...bySelf('accountId'))
          .execute(),
        pushSubscriptions: await q
          .selectFrom('pushSubscription')
          .select(['endpoint', 'createdAt'])
          .where(...bySelf('accountId'))
          .execute(),
        communitiesRead: await q
          .selectFrom('communityRead')
          .selectAll()
          .where(...bySelf('accountId'))
          .execute(),
        reminders: await q
          .selectFrom('reminder')
          .select(['slotId', 'hoursBefore', 'sentAt'])
          .where(...bySelf('accountId'))
          .execute(),
        unreadMails: await q
          .selectFrom('unreadMail')
          .select(['conversationId', 'sentAt'])
          .where(...bySelf('accountId'))
          .execute(),
        payer: await q
          .selectFrom('payer')
          .select(['provider', 'customerId'])
          .where(...bySelf('accountId'))
          .executeTakeFirst(),
        twoStepSignIn: await q
          .selectFrom('totp')
          .select(['createdAt', 'confirmedAt'])
          .where(...bySelf('accountId'))
          .executeTakeFirst(),
        preferences: await q
          .selectFrom('preference')
          .selectAll()
          .where(...bySelf('accountId'))
          .executeTakeFirst(),
        identities: await q
          .selectFrom('identity')
          .selectAll()
          .where(...bySelf('accountId'))
          .execute(),
        enrollments: await q.selectFrom('enrollment').selectAll().where(own, '=', id).execute(),
        checkouts: await q
          .selectFrom('checkout')
          .select(['id', 'mentorId', 'amount', 'createdAt', 'settledAt'])
          .where(own, '=', id)
          .execute(),
        payments: await q.selectFrom('payment').selectAll().where(own, '=', id).execute(),
        slots: await q.selectFrom('slot').selectAll().where(own, '=', id).execute(),
        conversations: await q.selectFrom('conversation').selectAll().where(own, '=', id).execute(),
        messages: await q
          .selectFrom('message')
          .selectAll()
          .where('senderId', '=', id)
          .orderBy('createdAt')
          .execute(),
        liveStays: await q
          .selectFrom('liveStay')
          .select(['slotId', 'joinedAt', 'seenAt', 'leftAt'])
          .where('accountId', '=', id)
          .execute(),
        liveNotes: await q
          .selectFrom('liveNotes')
          .innerJoin('slot', 'slot.id', 'liveNotes.slotId')
          .select(['liveNotes.slotId', 'liveNotes.text', 'liveNotes.updatedAt'])
          .where(`slot.${own}`, '=', id)
          .execute(),
        communityMessages: await q
          .selectFrom('communityMessage')
          .selectAll()
          .where('senderId', '=', id)
          .execute(),
        notifications: await q
          .selectFrom('notification')
          .selectAll()
          .where(...bySelf('accountId'))
          .execute(),
        reviews: await q.selectFrom('review').selectAll().where(own, '=', id).execute(),
        tickets: await q
          .selectFrom('ticket')
          .select(['id', 'subject', 'content', 'context', 'status', 'createdAt'])
          .where('raisedBy', '=', id)
          .execute(),
        blockedPeople: await q
          .selectFrom('blockedPerson')
          .selectAll()
          .where(...bySelf('accountId'))
          .execute(),
        mails: await mails.writtenTo(found?.email ?? ''),
      }
    },
  }
}
export type DataExport = ReturnType<typeof createDataExport>
