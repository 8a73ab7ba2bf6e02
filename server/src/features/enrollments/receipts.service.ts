import type { NewId } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { ProviderPayment, ProviderSubscription } from '../../platform/payments/payments.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import { receiptMail } from './enrollments.mails.ts'
import * as queries from './enrollments.queries.ts'

type Deps = { newId: NewId; mails: MailQueue; recipients: MailRecipients; publicUrl: () => string }
type Charged = { id: string; menteeId: string; mentorId: string; startedAt: Date }

/** Payments as they are written down, and the receipt that goes with each. */
export function createReceipts({ newId, mails, recipients, publicUrl }: Deps) {
  async function mailReceipt(tx: Db, of: Charged, payment: ProviderPayment, number: string) {
    const people = await recipients.find(tx, [of.menteeId, of.mentorId], 'payments')
    const mentee = people.get(of.menteeId)
    const mentor = people.get(of.mentorId)
    if (!mentee?.isWanted || !mentor) return
    await mails.add(tx, {
      to: mentee,
      kind: 'receipt',
      unsubscribeUrl: mentee.unsubscribeUrl,
      content: receiptMail({
        number,
        amountRupees: payment.amountRupees,
        paidAt: payment.paidAt,
        mentorName: fullName(mentor),
        periodStart: payment.periodStart,
        periodEnd: payment.periodEnd,
        isRenewal: payment.periodStart > of.startedAt,
        firstName: mentee.firstName,
        timeZone: mentee.timeZone,
        subscriptionsUrl: `${publicUrl()}/mentees/subscribed-mentors`,
      }),
    })
  }

  return {
    /**
     * Writes down what was charged and mails a receipt for each payment, once each, however often it is called.
     * @returns the provider's ids of what was not known to be paid before
     */
    async record(tx: Db, of: Charged, subscription: ProviderSubscription): Promise<string[]> {
      const fresh: string[] = []
      for (const payment of subscription.payments.toReversed()) {
        const saved = await queries.savePayment(tx, of, payment, newId())
        if (!saved?.isFresh) continue
        fresh.push(payment.id)
        await mailReceipt(tx, of, payment, saved.id)
      }
      return fresh
    },
  }
}
export type Receipts = ReturnType<typeof createReceipts>
