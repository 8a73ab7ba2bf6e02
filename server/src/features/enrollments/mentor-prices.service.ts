import type { Tx } from '../../platform/db/database.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'

/** Keeps an accepted mentor's price at the payment provider in step with the fee. */
export function createMentorPrices({ payments }: { payments: PaymentGateway | undefined }) {
  return {
    /** A changed fee gets a new price; whoever is subscribed keeps the old one. */
    async ensure(tx: Tx, mentorId: string) {
      if (!payments) return
      const mentor = await tx
        .selectFrom('mentorProfile')
        .innerJoin('account', 'account.id', 'mentorProfile.accountId')
        .select(['status', 'monthlyFee', 'priceId', 'priceAmount', 'firstName', 'lastName'])
        .where('accountId', '=', mentorId)
        .executeTakeFirstOrThrow()
      const monthlyFee = mentor.monthlyFee!
      if (mentor.status !== 'accepted' || (mentor.priceId && mentor.priceAmount === monthlyFee)) return
      const priceId = await payments.createPrice({
        mentorId,
        amountRupees: monthlyFee,
        productName: `Mentoring with ${mentor.firstName} ${mentor.lastName}`.trim(),
      })
      await tx
        .updateTable('mentorProfile')
        .set({ priceId, priceAmount: monthlyFee })
        .where('accountId', '=', mentorId)
        .execute()
    },
  }
}
export type MentorPrices = ReturnType<typeof createMentorPrices>
