import type { NewId } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import { receiptMail } from './enrollments.mails.ts'
import * as queries from './enrollments.queries.ts'

type Deps = { newId: NewId; mails: MailQueue; recipients: MailRecipients; publicUrl: () => string }
type Paid = Parameters<typeof queries.insertPayment>[1]
type Period = { periodStart: Date; periodEnd: Date }

/** A payment as it is written down, and the receipt that goes with it. */
export function createReceipts({ newId, mails, recipients, publicUrl }: Deps) {
  return {
    /** Writes down the payment of a period and mails the receipt. Once a period, however often it is called. */
    async record(tx: Db, paid: Paid, period: Period, { isRenewal }: { isRenewal: boolean }) {
      const payment = await queries.insertPayment(tx, paid, period.periodStart, newId())
      if (!payment) return
      const people = await recipients.find(tx, [payment.menteeId, payment.mentorId], 'payments')
      const mentee = people.get(payment.menteeId)
      const mentor = people.get(payment.mentorId)
      if (!mentee?.isWanted || !mentor) return
      const { periodStart, periodEnd } = period
      await mails.add(tx, {
        to: mentee.email,
        kind: 'receipt',
        unsubscribeUrl: mentee.unsubscribeUrl,
        content: receiptMail({
          number: payment.id,
          amountRupees: payment.amount,
          paidAt: payment.paidAt,
          mentorName: fullName(mentor),
          periodStart,
          periodEnd,
          isRenewal,
          firstName: mentee.firstName,
          timeZone: mentee.timeZone,
          subscriptionsUrl: `${publicUrl()}/mentees/subscribed-mentors`,
        }),
      })
    },
  }
}
export type Receipts = ReturnType<typeof createReceipts>
