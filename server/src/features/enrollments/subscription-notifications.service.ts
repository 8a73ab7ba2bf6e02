import { formatPlainDate } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailKind } from '../../platform/mail/mail-kinds.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MailContent } from '../../platform/mail/render.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipient, MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { NewNotification, Notifications } from '../notifications/notifications.service.ts'
import {
  paymentFailedMail,
  type RefundReason,
  refundFailedMail,
  refundMail,
  renewalStoppedMail,
  rupees,
  subscriberChangedMail,
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
type Pair = { mentee: MailRecipient; mentor: MailRecipient }
/** What was paid last. */
type Paid = { amountRupees: number }
/** A blocked mentee has cancelled nothing: we have. */
type Turn = { paid?: Paid | undefined; isMenteeBlocked?: boolean }

const link = '/mentees/subscribed-mentors'
const mentorLink = '/mentors/subscribed-mentees'

/** What both people are told when a subscription takes a turn: a notice at once, and a mail. */
export function createPaymentNotifications({ mails, recipients, notifications, publicUrl }: Deps) {
  const pageUrl = () => `${publicUrl()}${link}`

  async function pairOf(tx: Tx, row: EnrollmentRow): Promise<Pair | undefined> {
    const people = await recipients.find(tx, [row.menteeId, row.mentorId], 'payments')
    const mentee = people.get(row.menteeId)
    const mentor = people.get(row.mentorId)
    return mentee && mentor && { mentee, mentor }
  }

  async function send(
    tx: Tx,
    row: EnrollmentRow,
    of: { kind: MailKind; notice: (mentorName: string) => string; mail: (about: About) => MailContent },
  ) {
    const pair = await pairOf(tx, row)
    if (!pair) return
    const { mentee } = pair
    const mentorName = fullName(pair.mentor)
    await notifications.notify(tx, row.menteeId, { type: 'alert', content: of.notice(mentorName), link })
    if (!mentee.isWanted) return
    await mails.add(tx, {
      to: mentee,
      kind: of.kind,
      unsubscribeUrl: mentee.unsubscribeUrl,
      content: of.mail({ mentee, mentorName }),
    })
  }

  /** The mentee is told by a receipt or has done it themselves: only a notice is left to look it up. */
  async function note(
    tx: Tx,
    row: EnrollmentRow,
    words: (of: { mentorName: string; until: string }) => string,
    given: Pick<NewNotification, 'isOwnAct'> = {},
  ) {
    const pair = await pairOf(tx, row)
    if (!pair) return
    const until = formatPlainDate(row.periodEnd, pair.mentee.timeZone)
    const content = words({ mentorName: fullName(pair.mentor), until })
    await notifications.notify(tx, row.menteeId, { type: 'alert', content, link, ...given })
  }

  /** To the mentor, of what became of a subscription to them. */
  async function tellMentor(
    tx: Tx,
    row: EnrollmentRow,
    words: (of: { name: string; until: string }) => string,
  ) {
    const pair = await pairOf(tx, row)
    if (!pair) return
    const { mentor, mentee } = pair
    const sentence = words({ name: fullName(mentee), until: formatPlainDate(row.periodEnd, mentor.timeZone) })
    await notifications.notify(tx, row.mentorId, { type: 'alert', content: sentence, link: mentorLink })
    if (!mentor.isWanted) return
    await mails.add(tx, {
      to: mentor,
      kind: 'subscriber-changed',
      unsubscribeUrl: mentor.unsubscribeUrl,
      content: subscriberChangedMail({
        firstName: mentor.firstName,
        sentence,
        menteesUrl: `${publicUrl()}${mentorLink}`,
      }),
    })
  }

  async function cancelled(tx: Tx, row: EnrollmentRow) {
    await note(
      tx,
      row,
      ({ mentorName, until }) => `You cancelled ${mentorName}: your access ends on ${until}`,
      {
        isOwnAct: true,
      },
    )
    await tellMentor(
      tx,
      row,
      ({ name, until }) => `${name} cancelled their subscription, which ends on ${until}.`,
    )
  }

  async function resumed(tx: Tx, row: EnrollmentRow) {
    await note(tx, row, ({ mentorName, until }) => `You resumed ${mentorName}: it renews on ${until}`, {
      isOwnAct: true,
    })
    await tellMentor(
      tx,
      row,
      ({ name, until }) => `${name} resumed their subscription, which renews on ${until}.`,
    )
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
    /** To the mentee, who has just subscribed. */
    begun: (tx: Tx, row: EnrollmentRow, { amountRupees }: Paid) =>
      note(
        tx,
        row,
        ({ mentorName, until }) =>
          `You subscribed to ${mentorName}: ${rupees.format(amountRupees)} paid, until ${until}`,
        { isOwnAct: true },
      ),

    /** Says what has changed between two states of an enrollment; nothing when nothing has. */
    async tell(tx: Tx, before: EnrollmentRow, now: EnrollmentRow, of: Turn = {}) {
      const { paid, isMenteeBlocked = false } = of
      if (paid && now.periodNo > before.periodNo && now.status !== 'ended')
        await note(
          tx,
          now,
          ({ mentorName, until }) =>
            `Your subscription to ${mentorName} renewed: ${rupees.format(paid.amountRupees)} paid, until ${until}`,
        )
      if (now.status === 'past_due' && before.status !== 'past_due') await failed(tx, now)
      if (now.status === 'ending' && before.status === 'active' && now.refundDue === null && !isMenteeBlocked)
        await cancelled(tx, now)
      if (now.status === 'active' && before.status === 'ending') await resumed(tx, now)
      if (now.status !== 'ended' || before.status === 'ended') return
      if (now.endReason === 'canceled' && before.status === 'ending') return
      await ended(tx, now)
      await tellMentor(tx, now, ({ name }) => `The subscription of ${name} has ended.`)
    },

    /** To both, of a pause that was asked for. */
    async paused(tx: Tx, row: EnrollmentRow) {
      const dates = (zone: string | null) => [
        formatPlainDate(row.pausedFrom!, zone),
        formatPlainDate(row.pausedUntil!, zone),
      ]
      const pair = await pairOf(tx, row)
      if (!pair) return
      const [from, until] = dates(pair.mentee.timeZone)
      await note(
        tx,
        row,
        ({ mentorName }) => `You paused ${mentorName} from ${from}: it renews on ${until}`,
        { isOwnAct: true },
      )
      const [mentorFrom, mentorUntil] = dates(pair.mentor.timeZone)
      await tellMentor(
        tx,
        row,
        ({ name }) => `${name} paused their subscription from ${mentorFrom} to ${mentorUntil}.`,
      )
    },

    async pauseEnded(tx: Tx, row: EnrollmentRow, hasBegun: boolean) {
      const words = hasBegun ? 'ended the pause' : 'took the pause back'
      await note(tx, row, ({ mentorName }) => `You ${words} of ${mentorName}`, { isOwnAct: true })
      await tellMentor(tx, row, ({ name }) => `${name} ${words} of their subscription.`)
    },

    /** To the mentors of a mentee who has deleted the account, and is named no more. */
    async menteeLeft(tx: Tx, rows: readonly EnrollmentRow[]) {
      for (const row of rows) {
        await tellMentor(
          tx,
          row,
          () => 'One of your mentees deleted their account, so their subscription has ended.',
        )
      }
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

    refunded: (tx: Tx, row: EnrollmentRow, of: { amountRupees: number; why: RefundReason }) =>
      send(tx, row, {
        kind: 'refund',
        notice: (mentorName) => `Your payment for ${mentorName} is being refunded`,
        mail: ({ mentee, mentorName }) =>
          refundMail({ firstName: mentee.firstName, mentorName, ...of, subscriptionsUrl: pageUrl() }),
      }),
  }
}
export type PaymentNotifications = ReturnType<typeof createPaymentNotifications>
