import { limits } from '@marga/contract/limits'
import { after, type Clock, minutesMs } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PlaceOffers } from './place-offers.service.ts'
import * as queries from './places.queries.ts'
import * as waitlist from './waitlist.queries.ts'

type Deps = { clock: Clock; placeOffers: PlaceOffers }

/** Places for mentees, of which a mentor may have a number. Whoever waits comes before whoever arrives. */
export function createPlaces(deps: Deps) {
  const { clock, placeOffers } = deps
  return {
    /** Until when a place is kept for a checkout; undefined where none is left. Takes the lock of the capacity. */
    hold: async (tx: Tx, pair: queries.Pair): Promise<Date | undefined> =>
      (await claim(deps, tx, pair)) ? after(clock.now(), minutesMs(limits.placeHoldMinutes)) : undefined,
    /** Whether someone who has paid has a place. Takes the same lock. */
    claim: (tx: Tx, pair: queries.Pair) => claim(deps, tx, pair),
    /** Who has subscribed waits no longer. */
    taken: (tx: Tx, pair: queries.Pair) => waitlist.deleteEntry(tx, pair),
    freed: placeOffers.freed,
  }
}
export type Places = ReturnType<typeof createPlaces>

async function claim({ clock, placeOffers }: Deps, tx: Tx, pair: queries.Pair): Promise<boolean> {
  const capacity = await placeOffers.settle(tx, pair.mentorId)
  if (capacity === null || (await queries.hasOwnPlace(tx, pair, clock.now()))) return true
  return (await queries.countTaken(tx, pair.mentorId)) < capacity
}
