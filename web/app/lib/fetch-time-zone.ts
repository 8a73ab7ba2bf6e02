import { api } from '@marga/contract/api'
import { sendRequest } from './api-client.ts'
import type { StoredLogin } from './auth-storage.ts'

/** The zone that an account names; null where none is. Moderators have none. */
export async function fetchTimeZone({ role, userId }: StoredLogin): Promise<string | null> {
  if (role === 'mentor')
    return (await sendRequest(api.mentors.ownProfile, { params: { ownId: userId } })).profileData.timeZone
  if (role === 'mentee')
    return (await sendRequest(api.accountSettings.menteeProfile, { params: { menteeId: userId } }))
      .menteeProfileDetails.timeZone
  return null
}
