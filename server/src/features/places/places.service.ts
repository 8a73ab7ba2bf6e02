import { after, type Clock, minutesMs } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PlaceOffers } from './place-offers.service.ts'
import * as queries from './places.queries.ts'
import { holdUntil } from './places.rules.ts'
import * as waitlist from './waitlist.queries.ts'

type Deps = { clock: Clock; placeOffers: PlaceOffers }
type Claim = { capacity: number | null; hasPlace: boolean; isFreeForOthers: boolean }

/** Places for mentees, of which a mentor may have a number. Whoever waits comes before whoever arrives. */
export function createPlaces(deps: Deps) {
  return {
    /** A place for a checkout; undefined where none is left. Takes the lock of the capacity. */
    hold: (tx: Tx, pair: queries.Pair) => hold(deps, tx, pair),
    /** Whether someone who paid then has a place, though we hear of it later. Takes the same lock. */
    claim: (tx: Tx, pair: queries.Pair, paidAt: Date) => claimPaid(deps, tx, pair, paidAt),
    /** Who has subscribed waits no longer. */
    taken: (tx: Tx, pair: queries.Pair) => taken(tx, pair),
    freed: deps.placeOffers.freed,
    takenFor: queries.countTakenFor,
  }
}
export type Places = ReturnType<typeof createPlaces>

async function claim({ placeOffers }: Deps, tx: Tx, pair: queries.Pair, at: Date): Promise<Claim> {
  const { menteeId, mentorId } = pair
  const capacity = await placeOffers.settle(tx, mentorId)
  if (capacity === null) return { capacity, hasPlace: true, isFreeForOthers: true }
  const takenByOthers = await queries.countTaken(tx, mentorId, menteeId)
  const hasPlace = takenByOthers < capacity || (await queries.hasOwnPlace(tx, pair, at))
  return { capacity, hasPlace, isFreeForOthers: takenByOthers + 1 < capacity }
}

/** Longer than it takes until the subscription, which takes the place, is written in this transaction. */
const writtenMs = minutesMs(1)

async function claimPaid(deps: Deps, tx: Tx, pair: queries.Pair, paidAt: Date): Promise<boolean> {
  const now = deps.clock.now()
  await queries.lockCapacity(tx, pair.mentorId)
  // Else the settling would take it back, and offer the place to the next one.
  await waitlist.keepPaidOffer(tx, pair, { paidAt, now, until: after(now, writtenMs) })
  return (await claim(deps, tx, pair, paidAt)).hasPlace
}

/** @returns until when it is kept; null where it is free and not kept, as it was before */
async function hold(
  deps: Deps,
  tx: Tx,
  pair: queries.Pair,
): Promise<{ placeUntil: Date | null } | undefined> {
  const { capacity, hasPlace, isFreeForOthers } = await claim(deps, tx, pair, deps.clock.now())
  if (!hasPlace) return undefined
  const lastUntil = await queries.findLastHold(tx, pair)
  const placeUntil = holdUntil({ lastUntil, isFreeForOthers }, deps.clock.now())
  if (capacity !== null && placeUntil) await waitlist.noteFull(tx, pair.mentorId, pair.menteeId)
  return { placeUntil }
}

async function taken(tx: Tx, pair: queries.Pair) {
  await waitlist.deleteEntry(tx, pair)
  await waitlist.noteFull(tx, pair.mentorId)
}
