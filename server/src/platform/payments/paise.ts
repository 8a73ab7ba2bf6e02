/** Stripe counts rupees in paise; everything of ours is whole rupees. */
export const toPaise = (rupees: number): number => rupees * 100
export const toRupees = (paise: number): number => Math.round(paise / 100)
/** A coupon or tax may leave paise. What is left to refund is never more than Stripe has, or it would refuse all of it. */
export const paidRupees = (paidPaise: number): number => Math.floor(paidPaise / 100)
export const refundedRupees = (refundedPaise: number, paidPaise: number): number =>
  Math.min(Math.ceil(refundedPaise / 100), paidRupees(paidPaise))
export const fromUnix = (seconds: number): Date => new Date(seconds * 1000)
export const toUnix = (moment: Date): number => Math.floor(moment.getTime() / 1000)
