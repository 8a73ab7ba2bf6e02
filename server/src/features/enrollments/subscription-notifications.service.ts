import { formatRupees } from '@marga/contract/prices'
import type { Tx } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import { maySubscribe } from './checkouts.queries.ts'
import type { EnrollmentMessages, MenteeMail } from './enrollment-messages.service.ts'
import { paymentFailedMail, renewalStoppedMail, subscriptionEndedMail } from './enrollments.mails.ts'
import type { EnrollmentRow } from './enrollments.queries.ts'
import { graceEnd } from './enrollments.rules.ts'
import { ofRefund } from './refund-notifications.service.ts'

type Deps = {
  mails: MailQueue
  recipients: MailRecipients
  blockedPeople: BlockedPeople
  enrollmentMessages: EnrollmentMessages
}
/** What was paid last. */
type Paid = { amountRupees: number }
/** A blocked mentee has cancelled nothing: we have. */
type Turn = { paid?: Paid | undefined; isMenteeBlocked?: boolean }

/** What both people are told when a subscription begins, renews, is not paid for, is cancelled, resumed or ends. */
export function createSubscriptionNotifications(deps: Deps) {
  return {
    begun: (tx: Tx, row: EnrollmentRow, paid: Paid) => begun(deps, tx, row, paid),
    changed: (tx: Tx, before: EnrollmentRow, now: EnrollmentRow, of: Turn = {}) =>
      changed(deps, tx, before, now, of),
    /** To the mentees of a mentor who deletes the account, while it still has its name; with what goes back. */
    mentorLeft: (tx: Tx, rows: readonly EnrollmentRow[]) => mentorLeft(deps, tx, rows),
    menteeLeft: (tx: Tx, rows: readonly EnrollmentRow[]) => menteeLeft(deps, tx, rows),
    /** Because the mentee was blocked. @param rows as they were before */
    renewalStopped: (tx: Tx, menteeId: string, rows: EnrollmentRow[]) =>
      renewalStopped(deps, tx, menteeId, rows),
  }
}
export type SubscriptionNotifications = ReturnType<typeof createSubscriptionNotifications>

/** To the mentee, who has just subscribed. */
const begun = ({ enrollmentMessages }: Deps, tx: Tx, row: EnrollmentRow, { amountRupees }: Paid) =>
  enrollmentMessages.notifyMentee(
    tx,
    row,
    ({ mentorName, until }) =>
      `You subscribed to ${mentorName}: ${formatRupees(amountRupees)} paid, until ${until}`,
    { isOwnAct: true },
  )

/** Says what has changed between two states of an enrollment; nothing when nothing has. */
async function changed(deps: Deps, tx: Tx, before: EnrollmentRow, now: EnrollmentRow, of: Turn) {
  const { paid, isMenteeBlocked = false } = of
  if (paid && now.periodNo > before.periodNo && now.status !== 'ended') await renewed(deps, tx, now, paid)
  // A blocked mentee is to pay nothing more: it is called off, and they hear of its end.
  if (now.status === 'past_due' && before.status !== 'past_due' && !isMenteeBlocked)
    await failed(deps, tx, now)
  if (now.status === 'ending' && before.status === 'active' && now.refundDue === null && !isMenteeBlocked)
    await cancelled(deps, tx, now)
  if (now.status === 'active' && before.status === 'ending') await resumed(deps, tx, now)
  if (now.status !== 'ended' || before.status === 'ended') return
  if (now.endReason === 'canceled' && before.status === 'ending') return
  await ended(deps, tx, now)
}

const renewed = ({ enrollmentMessages }: Deps, tx: Tx, row: EnrollmentRow, { amountRupees }: Paid) =>
  enrollmentMessages.notifyMentee(
    tx,
    row,
    ({ mentorName, until }) =>
      `Your subscription to ${mentorName} renewed: ${formatRupees(amountRupees)} paid, until ${until}`,
  )

const failed = ({ enrollmentMessages }: Deps, tx: Tx, row: EnrollmentRow) =>
  enrollmentMessages.mailMentee(tx, row, {
    kind: 'payment-failed',
    notice: (mentorName) => `The payment for ${mentorName} did not go through`,
    content: ({ mentee, mentorName, subscriptionsUrl }) =>
      paymentFailedMail({
        firstName: mentee.firstName,
        timeZone: mentee.timeZone,
        mentorName,
        amountRupees: row.amount,
        accessUntil: graceEnd(row),
        isShutOut: mentee.isShutOut,
        paymentUrl: row.paymentUrl ?? subscriptionsUrl,
      }),
  })

async function cancelled({ enrollmentMessages }: Deps, tx: Tx, row: EnrollmentRow) {
  await enrollmentMessages.notifyMentee(
    tx,
    row,
    ({ mentorName, until }) => `You cancelled ${mentorName}: your access ends on ${until}`,
    { isOwnAct: true },
  )
  await enrollmentMessages.tellMentor(
    tx,
    row,
    ({ name, until }) => `${name} cancelled their subscription, which ends on ${until}.`,
  )
}

async function resumed({ enrollmentMessages }: Deps, tx: Tx, row: EnrollmentRow) {
  await enrollmentMessages.notifyMentee(
    tx,
    row,
    ({ mentorName, until }) => `You resumed ${mentorName}: it renews on ${until}`,
    { isOwnAct: true },
  )
  await enrollmentMessages.tellMentor(
    tx,
    row,
    ({ name, until }) => `${name} resumed their subscription, which renews on ${until}.`,
  )
}

async function ended(deps: Deps, tx: Tx, row: EnrollmentRow) {
  await mailEnded(deps, tx, row)
  await deps.enrollmentMessages.tellMentor(tx, row, ({ name }) => `The subscription of ${name} has ended.`)
}

async function mailEnded({ enrollmentMessages, blockedPeople }: Deps, tx: Tx, row: EnrollmentRow) {
  const pair = await enrollmentMessages.pairOf(tx, row)
  if (!pair || pair.mentee.isGone) return
  // A suspended mentor comes back, and what ends meanwhile ends for its own reason; of a blocked mentee's it is theirs.
  const isMentorGone = row.endReason === 'blocked' && pair.mentor.isShutOut && !pair.mentee.isShutOut
  const canReturn =
    !pair.mentee.isShutOut && (await maySubscribe(tx, row)) && !(await blockedPeople.isBlocked(tx, row))
  const reason = row.endReason === 'unpaid' ? 'unpaid' : isMentorGone ? 'mentor_gone' : 'other'
  await enrollmentMessages.mailMentee(tx, row, ofEnd({ reason, canReturn }))
}

const ofEnd = (of: { reason: 'unpaid' | 'mentor_gone' | 'other'; canReturn: boolean }): MenteeMail => ({
  kind: 'subscription-ended',
  notice: (mentorName) => `Your subscription to ${mentorName} has ended`,
  content: ({ mentee, mentorName, subscriptionsUrl }) =>
    subscriptionEndedMail({ firstName: mentee.firstName, mentorName, ...of, subscriptionsUrl }),
})

const mentorLeft = ({ enrollmentMessages }: Deps, tx: Tx, rows: readonly EnrollmentRow[]) =>
  enrollmentMessages.mailMentees(
    tx,
    rows.map((row) => ({
      row,
      mail: row.refundDue
        ? ofRefund({ amountRupees: row.refundDue, why: 'mentor_gone' })
        : ofEnd({ reason: 'mentor_gone', canReturn: false }),
    })),
  )

/** To the mentors of a mentee who has deleted the account, and is named no more. */
async function menteeLeft({ enrollmentMessages }: Deps, tx: Tx, rows: readonly EnrollmentRow[]) {
  for (const row of rows) {
    await enrollmentMessages.tellMentor(
      tx,
      row,
      () => 'One of your mentees deleted their account, so their subscription has ended.',
    )
  }
}

async function renewalStopped(deps: Deps, tx: Tx, menteeId: string, rows: readonly EnrollmentRow[]) {
  if (rows.length === 0) return
  await mailRenewalStopped(deps, tx, menteeId, rows)
  // Of the others they hear once the payment that is due is called off, or have heard: those were cancelled before.
  for (const row of rows) {
    if (row.status !== 'active') continue
    const stopped = { ...row, status: 'ending' as const }
    await deps.enrollmentMessages.tellMentor(
      tx,
      stopped,
      ({ name, until }) => `The subscription of ${name} no longer renews and ends on ${until}.`,
    )
  }
}

/** To the blocked mentee, who can no longer look for themselves: about the account, so it always goes. */
async function mailRenewalStopped(
  { mails, recipients }: Deps,
  tx: Tx,
  menteeId: string,
  rows: readonly EnrollmentRow[],
) {
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
}
