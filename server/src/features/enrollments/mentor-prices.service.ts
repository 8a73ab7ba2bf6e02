import type { Database, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'

type Deps = { db: Database; jobs: Jobs; payments: PaymentGateway | undefined }

const pageSize = 50

/** Keeps an accepted mentor's price at the payment provider in step with the fee. */
export function createMentorPrices({ db, jobs, payments }: Deps) {
  const find = (tx: Database['query'], mentorId: string) =>
    tx
      .selectFrom('mentorProfile')
      .innerJoin('account', 'account.id', 'mentorProfile.accountId')
      .select(['status', 'monthlyFee', 'priceId', 'priceAmount', 'priceBooks', 'firstName', 'lastName'])
      .where('accountId', '=', mentorId)
      .executeTakeFirstOrThrow()
  type Mentor = Awaited<ReturnType<typeof find>>

  const isInStep = (mentor: Mentor) =>
    mentor.status !== 'accepted' ||
    (mentor.priceId !== null &&
      mentor.priceAmount === mentor.monthlyFee &&
      (mentor.priceBooks === null || mentor.priceBooks === payments?.books))

  const save = (tx: Database['query'], mentorId: string, price: { id: string; amount: number } | null) =>
    tx
      .updateTable('mentorProfile')
      .set({
        priceId: price?.id ?? null,
        priceAmount: price?.amount ?? null,
        priceBooks: price && payments ? payments.books : null,
      })
      .where('accountId', '=', mentorId)
      // The fee may have changed again while the provider was asked: then its own job sets the price.
      .$if(price !== null, (query) => query.where('monthlyFee', '=', price!.amount))
      .execute()

  const create = (gateway: PaymentGateway, mentorId: string, mentor: Mentor, replaces?: string) =>
    gateway.createPrice({
      ...(replaces === undefined ? {} : { replaces }),
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

    /**
     * Another price in the place of one that the provider no longer has or takes; the same amount.
     * @returns the one that is offered now, or undefined if that is another amount
     */
    async replace(gateway: PaymentGateway, mentorId: string, gone: { id: string; amount: number }) {
      const mentor = await find(db.query, mentorId)
      if (mentor.status !== 'accepted' || mentor.monthlyFee !== gone.amount) return undefined
      if (mentor.priceId !== null && mentor.priceId !== gone.id && isInStep(mentor))
        return { id: mentor.priceId, amount: gone.amount }
      const price = { id: await create(gateway, mentorId, mentor, gone.id), amount: gone.amount }
      await save(db.query, mentorId, price)
      return price
    },

    /** The nightly look at all prices on offer: what is missing, of other books, or gone is made again. @returns where to go on */
    async compare(afterId: string | undefined): Promise<string | undefined> {
      const rows = await db.query
        .selectFrom('mentorProfile')
        .select(['accountId', 'priceId', 'priceAmount'])
        .where('status', '=', 'accepted')
        .$if(afterId !== undefined, (query) => query.where('accountId', '>', afterId!))
        .orderBy('accountId')
        .limit(pageSize)
        .execute()
      for (const { accountId, priceId, priceAmount } of rows) {
        await this.make({ mentorId: accountId })
        if (priceId && priceAmount && !(await payments!.isPriceUsable(priceId)))
          await this.replace(payments!, accountId, { id: priceId, amount: priceAmount })
      }
      return rows.length === pageSize ? rows.at(-1)!.accountId : undefined
    },
  }
}
export type MentorPrices = ReturnType<typeof createMentorPrices>
