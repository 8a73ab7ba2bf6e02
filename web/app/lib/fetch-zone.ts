import { api } from '@marga/contract/api'
import { call } from './api-client.ts'
import type { StoredLogin } from './stored-logins.ts'

/** The zone that an account names; null where none is. Moderators have none. */
export async function fetchZone({ role, userId }: StoredLogin): Promise<string | null> {
  if (role === 'mentor')
    return (await call(api.mentors.ownProfile, { params: { ownId: userId } })).profileData.timeZone
  if (role === 'mentee')
    return (await call(api.accountSettings.menteeProfile, { params: { menteeId: userId } }))
      .menteeProfileDetails.timeZone
  return null
}
