import { type RawBuilder, sql } from 'kysely'

/**
 * Places of the mentor, given as a column, that are someone's: subscribed, paying at this moment, or offered one from
 * the waitlist. What cards show and what a checkout is refused by.
 */
export const placesTakenText = (mentor: string) => `(
  (select count(*) from enrollment as subscribed where subscribed.mentor_id = ${mentor} and subscribed.status <> 'ended')
  + (select count(*) from checkout as paying where paying.mentor_id = ${mentor} and paying.closed_at is null
      and paying.place_until > product_now())
  + (select count(*) from waitlist_entry as offered where offered.mentor_id = ${mentor}
      and offered.offered_until > product_now())
)::integer`
export const placesTaken = (mentor: string): RawBuilder<number> => sql.raw(placesTakenText(mentor))

/** Who waits for a place with the mentor. */
export const waitingForPlaceText = (mentor: string) => `(
  select count(*) from waitlist_entry as waiting where waiting.mentor_id = ${mentor}
)::integer`
export const waitingForPlace = (mentor: string): RawBuilder<number> => sql.raw(waitingForPlaceText(mentor))
