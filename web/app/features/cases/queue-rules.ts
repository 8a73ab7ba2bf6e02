import type { ModerationCase } from '@marga/contract/moderation-case'
import type { ServerEvents } from '@marga/contract/realtime'

type Known = readonly string[]

/** The order in which a queue was first seen, with what came since at its end: the next one is next though others go. */
export const mergeOrder = (order: Known, ids: Known): Known => {
  const fresh = ids.filter((id) => !order.includes(id))
  return fresh.length === 0 ? order : [...order, ...fresh]
}

/**
 * The next (`step` 1) or the one before (-1) that still waits. From a case that the queue does not hold: its first.
 */
export function neighbourOf(order: Known, waiting: Known, id: string, step: 1 | -1): string | undefined {
  const at = order.indexOf(id)
  if (at < 0) return step === 1 ? waiting[0] : undefined
  for (let index = at + step; index >= 0 && index < order.length; index += step) {
    const candidate = order[index]
    if (candidate && waiting.includes(candidate)) return candidate
  }
  return undefined
}

type Claim = ServerEvents['cases']['claimedBy']

/** A row after somebody claimed or released it. It stays one's own claim when it was one and the name is the same. */
export function withClaim<C extends ModerationCase>(row: C, claim: NonNullable<Claim> | null): C {
  if (!claim) return { ...row, claimedBy: null }
  const isYou = row.claimedBy?.isYou === true && row.claimedBy.name === claim.name
  return { ...row, claimedBy: { ...claim, isYou } }
}

/** A claim that has run out is none. */
export const claimNow = ({ claimedBy }: Pick<ModerationCase, 'claimedBy'>, now: Date) =>
  claimedBy && new Date(claimedBy.until) > now ? claimedBy : null
