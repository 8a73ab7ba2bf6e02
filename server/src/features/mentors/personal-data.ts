import type { PersonalData } from '../../platform/personal-data.ts'
import * as queries from './mentors.queries.ts'

export const mentorPersonalData: PersonalData = {
  async erase(tx, { id, role }) {
    await tx.deleteFrom('reapplication').where('accountId', '=', id).execute()
    if (role === 'mentor') await queries.closeProfile(tx, id)
  },
}
