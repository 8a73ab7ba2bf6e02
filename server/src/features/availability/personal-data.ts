import type { PersonalData } from '../../platform/personal-data.ts'
import { deleteAvailability } from './availability.queries.ts'
import { deleteFeedsOf } from './busy-feeds.queries.ts'
import { deleteVacationsOf } from './vacations.queries.ts'

export const availabilityPersonalData: PersonalData = {
  async erase(tx, { id }) {
    await deleteAvailability(tx, id)
    await deleteVacationsOf(tx, id)
    await deleteFeedsOf(tx, id)
  },
}
