import { type RawBuilder, sql } from 'kysely'

/**
 * Mentees who have a place with the mentor, given as a column or a parameter: subscribed, paying at this moment, or
 * offered one from the waitlist. Each once: whoever is offered a place also pays for it, and then subscribes.
 */
const placeHoldersText = (mentor: string) => `
  select subscribed.mentee_id from enrollment as subscribed
    where subscribed.mentor_id = ${mentor} and subscribed.status <> 'ended'
  union select paying.mentee_id from checkout as paying
    where paying.mentor_id = ${mentor} and paying.closed_at is null and paying.place_until > product_now()
  union select offered.mentee_id from waitlist_entry as offered
    where offered.mentor_id = ${mentor} and offered.offered_until > product_now()`
export const placeHolders = (mentor: string): RawBuilder<{ menteeId: string }> =>
  sql.raw(placeHoldersText(mentor))

/** How many of the mentor's places are someone's: what cards show and what a checkout is refused by. */
export const placesTakenText = (mentor: string) =>
  `(select count(*) from (${placeHoldersText(mentor)}) as taken)::integer`
export const placesTaken = (mentor: string): RawBuilder<number> => sql.raw(placesTakenText(mentor))

/** Who waits for a place with the mentor. */
export const waitingForPlaceText = (mentor: string) => `(
  select count(*) from waitlist_entry as waiting where waiting.mentor_id = ${mentor}
)::integer`
export const waitingForPlace = (mentor: string): RawBuilder<number> => sql.raw(waitingForPlaceText(mentor))
