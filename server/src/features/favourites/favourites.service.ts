import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import * as queries from './favourites.queries.ts'

type Deps = { db: Database; clock: Clock }
type Mentee = Actor<'mentee'>

/** Mentors that a mentee has put aside for later. */
export function createFavourites({ db, clock }: Deps) {
  const add = (mentee: Mentee, mentorIds: readonly string[]) =>
    db.transact((tx) => queries.addFavourites(tx, { menteeId: mentee.id, mentorIds, now: clock.now() }))
  return {
    list: (mentee: Mentee) => queries.findFavourites(db.query, mentee.id),

    /** @throws AppError not_found */
    async add(mentee: Mentee, mentorId: string) {
      if ((await add(mentee, [mentorId])) === 0) throw new AppError('not_found')
    },

    async merge(mentee: Mentee, mentorIds: readonly string[]) {
      await add(mentee, mentorIds)
      return queries.findFavourites(db.query, mentee.id)
    },

    async remove(mentee: Mentee, mentorId: string) {
      await queries.removeFavourite(db.query, mentee.id, mentorId)
    },
  }
}
export type Favourites = ReturnType<typeof createFavourites>
