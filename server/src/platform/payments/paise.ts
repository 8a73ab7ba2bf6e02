/** Stripe counts rupees in paise; everything of ours is whole rupees. */
export const toPaise = (rupees: number): number => rupees * 100
export const toRupees = (paise: number): number => Math.round(paise / 100)
export const fromUnix = (seconds: number): Date => new Date(seconds * 1000)
export const toUnix = (moment: Date): number => Math.floor(moment.getTime() / 1000)
