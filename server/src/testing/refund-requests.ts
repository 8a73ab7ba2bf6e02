import { api } from '@marga/contract/api'
import { expect } from 'vitest'
import { ok, type TestPerson } from './people.ts'
import { runPaymentJobs } from './queued-jobs.ts'
import { passTime, type Subscribed } from './settled-sessions.ts'
import type { TestApp } from './test-app.ts'

export const refundReason = 'My plans have changed, and I have no time for the rest of the month.'

export const askForRefund = (test: TestApp, { mentee, enrollmentId }: Subscribed, by = mentee) =>
  test.call(api.disputes.requestRefund, { body: { enrollmentId, reason: refundReason } }, by)

export const answerRefund = (
  test: TestApp,
  mentor: TestPerson,
  id: string,
  form: { agree: boolean; text?: string },
) => test.call(api.disputes.answerRefundRequest, { params: { id }, body: form }, mentor)

export const refundRequestsOf = async (test: TestApp, person: TestPerson) =>
  ok(
    person.role === 'mentor'
      ? await test.call(api.disputes.refundRequestsOfMentor, {}, person)
      : await test.call(api.disputes.refundRequestsOfMentee, {}, person),
  ).refundRequests

/** As mails write it. */
export const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN')}`

/** What went back: by our books, by the payments, and by the provider's. They must be the same. */
export async function wentBack(test: TestApp, { enrollmentId, mentee }: Subscribed): Promise<number> {
  await runPaymentJobs(test)
  const { rows } = await test.app.db.pool.query<Record<'ours' | 'paid' | 'provider' | 'pending', number>>(
    `select
       (select coalesce(sum(amount), 0) from refund where enrollment_id = $1)::int as ours,
       (select coalesce(sum(amount), 0) from refund where enrollment_id = $1 and done_at is null)::int as pending,
       (select coalesce(sum(refunded_amount), 0) from payment where enrollment_id = $1)::int as paid,
       (select coalesce(sum(sandbox_refund.amount), 0) from sandbox_refund
          join payment on payment.provider_charge_id = sandbox_refund.payment_id
          where payment.mentee_id = $2)::int as provider`,
    [enrollmentId, mentee.id],
  )
  const { ours, paid, provider, pending } = rows[0]!
  expect({ paid, provider, pending }).toEqual({ paid: ours, provider: ours, pending: 0 })
  return ours
}

export const enrollmentRow = (test: TestApp, { enrollmentId }: Subscribed) =>
  test.app.db.query
    .selectFrom('enrollment')
    .selectAll()
    .where('id', '=', enrollmentId)
    .executeTakeFirstOrThrow()

/** Its month ends and is paid anew. */
export async function renew(test: TestApp, pair: Subscribed) {
  const { periodEnd, periodNo } = await enrollmentRow(test, pair)
  await passTime(test, periodEnd.getTime() + 60_000 - test.app.clock.now().getTime())
  await test.app.jobHandlers['enrollments:sweep']({})
  await runPaymentJobs(test)
  expect((await enrollmentRow(test, pair)).periodNo).toBe(periodNo + 1)
}
