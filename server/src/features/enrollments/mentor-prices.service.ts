import type { Database, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'

type Deps = { db: Database; jobs: Jobs; payments: PaymentGateway | undefined }

/** Keeps an accepted mentor's price at the payment provider in step with the fee. */
export function createMentorPrices({ db, jobs, payments }: Deps) {
  const find = (tx: Database['query'], mentorId: string) =>
    tx
      .selectFrom('mentorProfile')
      .innerJoin('account', 'account.id', 'mentorProfile.accountId')
      .select(['status', 'monthlyFee', 'priceId', 'priceAmount', 'firstName', 'lastName'])
      .where('accountId', '=', mentorId)
      .executeTakeFirstOrThrow()
  type Mentor = Awaited<ReturnType<typeof find>>

  const isInStep = (mentor: Mentor) =>
    mentor.status !== 'accepted' || (mentor.priceId !== null && mentor.priceAmount === mentor.monthlyFee)

  const save = (tx: Database['query'], mentorId: string, price: { id: string; amount: number } | null) =>
    tx
      .updateTable('mentorProfile')
      .set({ priceId: price?.id ?? null, priceAmount: price?.amount ?? null })
      .where('accountId', '=', mentorId)
      // The fee may have changed again while the provider was asked: then its own job sets the price.
      .$if(price !== null, (query) => query.where('monthlyFee', '=', price!.amount))
      .execute()

  const create = (gateway: PaymentGateway, mentorId: string, mentor: Mentor) =>
    gateway.createPrice({
      mentorId,
      amountRupees: mentor.monthlyFee!,
      productName: `Mentoring with ${mentor.firstName} ${mentor.lastName}`.trim(),
    })

  return {
    /**
     * A changed fee gets a new price; whoever is subscribed keeps the old one. Until a provider outside has
     * made it there is none, so that nobody pays another amount than the page says.
     */
    async ensure(tx: Tx, mentorId: string) {
      const mentor = await find(tx, mentorId)
      if (!payments || isInStep(mentor)) return
      if (payments.isInProcess) {
        const id = await create(payments, mentorId, mentor)
        await save(tx, mentorId, { id, amount: mentor.monthlyFee! })
      } else {
        await save(tx, mentorId, null)
        await jobs.add(tx, 'payments:price', { mentorId })
      }
    },

    /** Safe to repeat: the provider gives the same price for the same mentor and amount. */
    async make({ mentorId }: { mentorId: string }) {
      const mentor = await find(db.query, mentorId)
      if (!payments || isInStep(mentor)) return
      const id = await create(payments, mentorId, mentor)
      await save(db.query, mentorId, { id, amount: mentor.monthlyFee! })
    },
  }
}
export type MentorPrices = ReturnType<typeof createMentorPrices>
