import type { NewId } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { ProviderPayment, ProviderSubscription } from '../../platform/payments/payments.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { CreditPeriods } from '../session-credits/credit-periods.service.ts'
import { receiptMail } from './enrollments.mails.ts'
import { isMenteeBlocked } from './enrollments.queries.ts'
import { isTakenBack } from './enrollments.rules.ts'
import type { PaymentDisputes } from './payment-disputes.service.ts'
import * as payments from './payments.queries.ts'

/** Cancels sessions ahead whose payment has gone back, and tells both people. */
export type CancelUnpaidSessions = (
  tx: Tx,
  slotIds: readonly string[],
  because: 'payment_refunded' | 'payment_disputed',
) => Promise<void>

type Deps = {
  newId: NewId
  mails: MailQueue
  recipients: MailRecipients
  publicUrl: () => string
  creditPeriods: CreditPeriods
  paymentDisputes: PaymentDisputes
  cancelUnpaidSessions: CancelUnpaidSessions
}
type Charged = {
  id: string
  menteeId: string
  mentorId: string
  startedAt: Date
  endReason: string | null
  refundDue: number | null
}

/** Payments as they are written down, what each buys, and the receipt that goes with it. */
export function createReceipts(deps: Deps) {
  return {
    record: (tx: Tx, of: Charged, subscription: ProviderSubscription) => record(deps, tx, of, subscription),
    grantRunningPeriod: (
      tx: Tx,
      row: { id: string; periodStart: Date },
      subscription: ProviderSubscription,
    ) => grantRunningPeriod(deps, tx, row, subscription),
  }
}
export type Receipts = ReturnType<typeof createReceipts>

/**
 * Writes down what was charged and mails a receipt for each payment, once each, however often it is called.
 * @returns the provider's ids of what was not known to be paid before
 */
async function record(
  deps: Deps,
  tx: Tx,
  of: Charged,
  subscription: ProviderSubscription,
): Promise<string[]> {
  const { newId, creditPeriods, paymentDisputes } = deps
  const fresh: string[] = []
  for (const payment of subscription.payments.toReversed()) {
    const { saved, isNewlyDisputed } = await payments.savePayment(tx, of, payment, newId())
    if (saved?.isFresh) {
      fresh.push(payment.id)
      await creditPeriods.grant(tx, {
        enrollmentId: of.id,
        paymentId: saved.id,
        amount: payment.amountRupees,
        periodStart: payment.periodStart,
        periodEnd: payment.periodEnd,
      })
      if (await buysSomething(tx, of)) await mailReceipt(deps, tx, of, payment, saved.id)
    }
    const takenBack = takenBackBy(payment)
    if (takenBack) await takeBack(deps, tx, payment.id, takenBack)
    if (isNewlyDisputed) {
      const { id: providerChargeId, amountRupees: amount, paidAt } = payment
      await paymentDisputes.tellModerators(tx, { menteeId: of.menteeId, providerChargeId, amount, paidAt })
    }
  }
  return fresh
}

/**
 * Not where it is over or about to be with a refund, where there was no place, and for a blocked mentee, who is charged
 * for no further month: what was still taken goes back, and the mail about that says all of it.
 */
const buysSomething = async (tx: Tx, { endReason, refundDue, menteeId }: Charged) =>
  endReason === null && refundDue === null && !(await isMenteeBlocked(tx, menteeId))

/**
 * The period that runs has its credits, also when a process of the release before wrote its payment down: it knew of
 * none. Nothing where they are there.
 */
async function grantRunningPeriod(
  { creditPeriods }: Deps,
  tx: Tx,
  row: { id: string; periodStart: Date },
  subscription: ProviderSubscription,
) {
  const running = subscription.payments.find(
    ({ status, periodStart }) => status === 'paid' && periodStart.getTime() === row.periodStart.getTime(),
  )
  const payment = running && (await payments.findPayment(tx, running.id))
  if (!payment) return
  const { periodStart, periodEnd, amountRupees: amount } = running
  await creditPeriods.grant(tx, {
    enrollmentId: row.id,
    paymentId: payment.id,
    amount,
    periodStart,
    periodEnd,
  })
}

/** Why a payment gives nothing any more; a part that went back is a kindness and takes nothing away. */
function takenBackBy(payment: ProviderPayment) {
  if (payment.isDisputed) return 'payment_disputed'
  return isTakenBack(payment) ? 'payment_refunded' : undefined
}

async function takeBack(
  { creditPeriods, cancelUnpaidSessions }: Deps,
  tx: Tx,
  paymentId: string,
  because: 'payment_refunded' | 'payment_disputed',
) {
  const payment = await payments.findPayment(tx, paymentId)
  if (!payment) return
  const held = await creditPeriods.heldOfPayment(tx, payment.id)
  if (held.length > 0) await cancelUnpaidSessions(tx, held, because)
  await creditPeriods.refundPayment(tx, payment.id, because)
}

async function mailReceipt(
  { mails, recipients, publicUrl }: Deps,
  tx: Tx,
  of: Charged,
  payment: ProviderPayment,
  number: string,
) {
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
