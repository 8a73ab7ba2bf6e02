import { formatRupees } from '@marga/contract/prices'
import type { Tx } from '../../platform/db/database.ts'
import type { EnrollmentMessages, MenteeMail } from './enrollment-messages.service.ts'
import { type RefundReason, refundDisputedMail, refundFailedMail, refundMail } from './enrollments.mails.ts'
import type { EnrollmentRow } from './enrollments.queries.ts'

type Deps = { enrollmentMessages: EnrollmentMessages }
type Refund = { amountRupees: number; why: RefundReason }

/** What a mentee is told of money that goes back. */
export function createRefundNotifications(deps: Deps) {
  return {
    refunded: (tx: Tx, row: EnrollmentRow, refund: Refund) => refunded(deps, tx, row, refund),
    /** What was to go back does not: the payment is disputed. */
    disputed: (tx: Tx, row: EnrollmentRow, amountRupees: number) => disputed(deps, tx, row, amountRupees),
    failed: (tx: Tx, row: EnrollmentRow, amountRupees: number) => failed(deps, tx, row, amountRupees),
  }
}
export type RefundNotifications = ReturnType<typeof createRefundNotifications>

const refunded = ({ enrollmentMessages }: Deps, tx: Tx, row: EnrollmentRow, refund: Refund) =>
  enrollmentMessages.mailMentee(tx, row, ofRefund(refund))

export const ofRefund = (refund: Refund): MenteeMail => ({
  kind: 'refund',
  notice: (mentorName) =>
    refund.why === 'full'
      ? `The last place with ${mentorName} was taken before your payment arrived. It is being refunded`
      : `${formatRupees(refund.amountRupees)} for mentoring with ${mentorName} is being refunded`,
  content: ({ mentee, mentorName, subscriptionsUrl }) =>
    refundMail({ firstName: mentee.firstName, mentorName, ...refund, subscriptionsUrl }),
})

const failed = ({ enrollmentMessages }: Deps, tx: Tx, row: EnrollmentRow, amountRupees: number) =>
  enrollmentMessages.mailMentee(tx, row, {
    kind: 'refund',
    notice: (mentorName) => `Your refund for ${mentorName} came back from your bank`,
    content: ({ mentee, mentorName, subscriptionsUrl }) =>
      refundFailedMail({ firstName: mentee.firstName, mentorName, amountRupees, subscriptionsUrl }),
  })

const disputed = ({ enrollmentMessages }: Deps, tx: Tx, row: EnrollmentRow, amountRupees: number) =>
  enrollmentMessages.mailMentee(tx, row, {
    kind: 'refund',
    notice: (mentorName) =>
      `Your refund for ${mentorName} waits for your bank, where the payment is disputed`,
    content: ({ mentee, mentorName, subscriptionsUrl }) =>
      refundDisputedMail({ firstName: mentee.firstName, mentorName, amountRupees, subscriptionsUrl }),
  })
