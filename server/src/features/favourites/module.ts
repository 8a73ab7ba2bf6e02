import type { Core } from '../../platform/core.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import { deleteFavouritesOf } from './favourites.queries.ts'
import { favouriteRoutes } from './favourites.routes.ts'
import { createFavourites } from './favourites.service.ts'

/** Mentors that mentees have put aside. */
export function createFavouritesModule(needs: Core) {
  const favourites = createFavourites(needs)
  return {
    routes: favouriteRoutes({ favourites }),
    personalData: {
      erase: async (tx, { id, role }) => {
        if (role === 'mentee') await deleteFavouritesOf(tx, 'menteeId', id)
        if (role === 'mentor') await deleteFavouritesOf(tx, 'mentorId', id)
      },
    } satisfies PersonalData,
  }
}
