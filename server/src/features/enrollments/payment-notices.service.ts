import type { Tx } from '../../platform/db/database.ts'
import type { MailKind } from '../../platform/mail/mail-kinds.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MailContent } from '../../platform/mail/render.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipient, MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import {
  paymentFailedMail,
  refundFailedMail,
  refundMail,
  renewalStoppedMail,
  subscriptionEndedMail,
} from './enrollments.mails.ts'
import type { EnrollmentRow } from './enrollments.queries.ts'
import { graceEnd } from './enrollments.rules.ts'

type Deps = {
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  publicUrl: () => string
}
type About = { mentee: MailRecipient; mentorName: string }

const link = '/mentees/subscribed-mentors'

/** What a mentee is told when a subscription takes a turn: a notice at once, and a mail. */
export function createPaymentNotices({ mails, recipients, notifications, publicUrl }: Deps) {
  const pageUrl = () => `${publicUrl()}${link}`

  async function send(
    tx: Tx,
    row: EnrollmentRow,
    of: { kind: MailKind; notice: (mentorName: string) => string; mail: (about: About) => MailContent },
  ) {
    const people = await recipients.find(tx, [row.menteeId, row.mentorId], 'payments')
    const mentee = people.get(row.menteeId)
    const mentor = people.get(row.mentorId)
    if (!mentee || !mentor) return
    const mentorName = fullName(mentor)
    await notifications.notify(tx, row.menteeId, { type: 'alert', content: of.notice(mentorName), link })
    if (!mentee.isWanted) return
    await mails.add(tx, {
      to: mentee,
      kind: of.kind,
      unsubscribeUrl: mentee.unsubscribeUrl,
      content: of.mail({ mentee, mentorName }),
    })
  }

  const failed = (tx: Tx, row: EnrollmentRow) =>
    send(tx, row, {
      kind: 'payment-failed',
      notice: (mentorName) => `The payment for ${mentorName} did not go through`,
      mail: ({ mentee, mentorName }) =>
        paymentFailedMail({
          firstName: mentee.firstName,
          timeZone: mentee.timeZone,
          mentorName,
          amountRupees: row.amount,
          accessUntil: graceEnd(row),
          paymentUrl: row.paymentUrl ?? pageUrl(),
        }),
    })

  const ended = (tx: Tx, row: EnrollmentRow) =>
    send(tx, row, {
      kind: 'subscription-ended',
      notice: (mentorName) => `Your subscription to ${mentorName} has ended`,
      mail: ({ mentee, mentorName }) =>
        subscriptionEndedMail({
          firstName: mentee.firstName,
          mentorName,
          reason: row.endReason === 'unpaid' ? 'unpaid' : 'other',
          subscriptionsUrl: pageUrl(),
        }),
    })

  return {
    /** Says what has changed between two states of an enrollment; nothing when nothing has. */
    async tell(tx: Tx, before: EnrollmentRow, now: EnrollmentRow) {
      if (now.status === 'past_due' && before.status !== 'past_due') await failed(tx, now)
      const isExpected = now.endReason === 'canceled' && before.status === 'ending'
      if (now.status === 'ended' && before.status !== 'ended' && !isExpected) await ended(tx, now)
    },

    /** To the blocked mentee, who can no longer look for themselves: about the account, so it always goes. */
    async renewalStopped(tx: Tx, menteeId: string, rows: EnrollmentRow[]) {
      if (rows.length === 0) return
      const ids = [menteeId, ...rows.map(({ mentorId }) => mentorId)]
      const people = await recipients.find(tx, ids, 'payments')
      const mentee = people.get(menteeId)
      if (!mentee) return
      const subscriptions = rows.flatMap(({ mentorId, periodEnd }) => {
        const mentor = people.get(mentorId)
        return mentor ? [{ mentorName: fullName(mentor), paidUntil: periodEnd }] : []
      })
      await mails.add(tx, {
        to: mentee,
        kind: 'renewal-stopped',
        content: renewalStoppedMail({
          firstName: mentee.firstName,
          timeZone: mentee.timeZone,
          subscriptions,
        }),
      })
    },

    refundFailed: (tx: Tx, row: EnrollmentRow, amountRupees: number) =>
      send(tx, row, {
        kind: 'refund',
        notice: (mentorName) => `Your refund for ${mentorName} came back from your bank`,
        mail: ({ mentee, mentorName }) =>
          refundFailedMail({
            firstName: mentee.firstName,
            mentorName,
            amountRupees,
            subscriptionsUrl: pageUrl(),
          }),
      }),

    refunded: (tx: Tx, row: EnrollmentRow, of: { amountRupees: number; isMentorGone: boolean }) =>
      send(tx, row, {
        kind: 'refund',
        notice: (mentorName) => `Your payment for ${mentorName} is being refunded`,
        mail: ({ mentee, mentorName }) =>
          refundMail({ firstName: mentee.firstName, mentorName, ...of, subscriptionsUrl: pageUrl() }),
      }),
  }
}
export type PaymentNotices = ReturnType<typeof createPaymentNotices>
