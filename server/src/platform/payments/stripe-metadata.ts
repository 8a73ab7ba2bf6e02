import { z } from 'zod'
import type { NewCheckout, Purchase } from './payments.ts'

/** Stripe keeps it with the subscription, whatever becomes of our own rows. */
export const metadataOf = ({ reference, menteeId, mentorId, amountRupees, successUrl }: NewCheckout) => ({
  checkoutId: reference,
  menteeId,
  mentorId,
  amountRupees: String(amountRupees),
  site: new URL(successUrl).host,
})

const purchase = z.object({
  menteeId: z.uuid(),
  mentorId: z.uuid(),
  amountRupees: z.coerce.number().int().positive(),
})

/** Null of what was bought before all of this was said. */
export const purchaseOf = (metadata: Record<string, string>): Purchase | null =>
  purchase.safeParse(metadata).data ?? null
