import type { PersonalData } from '../../platform/personal-data.ts'
import { deleteVacationsOf } from './vacations.queries.ts'

export const availabilityPersonalData: PersonalData = {
  erase: (tx, { id }) => deleteVacationsOf(tx, id),
}
