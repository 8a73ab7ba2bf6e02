import { deleteOwnRows, type PersonalData } from '../../platform/personal-data.ts'
import * as queries from './mentors.queries.ts'

export const mentorPersonalData: PersonalData = {
  async erase(tx, { id, role }) {
    await deleteOwnRows(tx, id, ['reapplication'])
    if (role === 'mentor') await queries.closeProfile(tx, id)
  },
}
