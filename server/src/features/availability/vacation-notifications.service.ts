import { noonOf } from '@marga/contract/zoned-time'
import { after, type Clock, minutesMs } from '../../platform/clock.ts'
import { formatDate } from '../../platform/date-format.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { sweepEach } from '../../platform/sweep-each.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { vacationMail } from './vacations.mails.ts'
import * as queries from './vacations.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  log: Log
  enrollments: Enrollments
  notifications: Notifications
  recipients: MailRecipients
  mails: MailQueue
  publicUrl: () => string
}

/** Whoever corrects a vacation within these minutes has told nobody of the mistake. */
const correctableMs = minutesMs(5)
/** Tells mentees with a live subscription of a vacation, once. */
export function createVacationNotifications(deps: Deps) {
  const { db, clock, log } = deps
  return {
    async nextDue(): Promise<Date | null> {
      const announcedAt = await queries.findNextUntold(db.query, after(clock.now(), -correctableMs))
      return announcedAt && after(announcedAt, correctableMs)
    },

    /** Safe to run beside itself: who marks a vacation as told tells. Each by itself, so that none waits for another. */
    async sweep() {
      const now = clock.now()
      const untold = await queries.findUntold(db.query, after(now, -correctableMs), now)
      await sweepEach(log, untold, (id) =>
        db.transact(async (tx) => {
          const vacation = await queries.markTold(tx, id, now)
          if (vacation) await tell(deps, tx, vacation)
        }),
      )
    },
  }
}
export type VacationNotifications = ReturnType<typeof createVacationNotifications>

async function tell(deps: Deps, tx: Tx, { mentorId, ...days }: queries.ToldVacation) {
  const { enrollments, recipients, notifications, mails, publicUrl } = deps
  const menteeIds = await enrollments.menteeIdsOf(tx, mentorId)
  const people = await recipients.find(tx, [mentorId, ...menteeIds], 'bookings')
  const mentor = people.get(mentorId)
  if (!mentor) return
  const [from, backOn] = [days.from, days.backOn].map((day) => formatDate(noonOf(day), 'UTC'))
  const link = `/mentees/schedules?mentor=${mentorId}`
  const mentees = menteeIds.flatMap((id) => people.get(id) ?? [])
  await notifications.notifyAll(
    tx,
    mentees.map(({ id }) => ({
      ...{ accountId: id, type: 'alert' as const, link },
      content: `${mentor.firstName} is on vacation from ${from} and back on ${backOn}`,
    })),
  )
  const letter = { otherName: fullName(mentor), from: from!, backOn: backOn!, url: `${publicUrl()}${link}` }
  await mails.addAll(
    tx,
    mentees
      .filter(({ isWanted }) => isWanted)
      .map((to) => ({
        ...{ to, unsubscribeUrl: to.unsubscribeUrl, kind: 'vacation' as const },
        content: vacationMail({ ...letter, firstName: to.firstName }),
      })),
  )
}
