import { api } from '@marga/contract/api'
import type { InstallationConfig } from '@marga/contract/installation'
import type { MenteeProfile } from '@marga/contract/mentee-profile'
import { texts } from '@marga/contract/texts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { storeAccountTimeZone } from '../../lib/account-time-zone.ts'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { readLogin, storeLogin } from '../../lib/auth-storage.ts'
import { uploadImage } from '../../lib/upload-image.ts'
import { menteeProfileKey } from './queries.ts'
import type { MenteeChanges } from './rules.ts'

async function saveProfile(menteeId: string, body: MenteeChanges): Promise<MenteeProfile> {
  return (await sendRequest(api.accountSettings.editMenteeProfile, { params: { menteeId }, body }))
    .menteeProfileDetails
}

/** What the bar shows comes from the stored login: it follows the profile. */
function cacheProfile(client: QueryClient, profile: MenteeProfile): void {
  client.setQueryData(menteeProfileKey(profile._id), profile)
  const login = readLogin('mentee')
  if (!login) return
  storeAccountTimeZone(login, profile.timeZone)
  const { firstName, lastName, profileImageUrl } = profile
  storeLogin({ ...login, name: `${firstName} ${lastName}`, profileImageUrl })
}

/** A complaint about a field stands in the form as well. */
export function useEditMentee(menteeId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: MenteeChanges) => saveProfile(menteeId, changes),
    onSuccess: (profile) => {
      cacheProfile(client, profile)
      toast.success(texts.profile.menteeUpdated)
    },
    onError: showFailure,
  })
}

type ImageFile = { file: File; onProgress: (share: number) => void }

export function useChangeMenteeImage(menteeId: string, place: InstallationConfig['upload']) {
  const client = useQueryClient()
  return useMutation({
    // Without a connection it fails at once and can be tried again, instead of waiting unseen.
    networkMode: 'always',
    mutationFn: async ({ file, onProgress }: ImageFile) => {
      const profileImageUrl = await uploadImage(place, { file, role: 'mentee', onProgress })
      return saveProfile(menteeId, { profileImageUrl })
    },
    onSuccess: (profile) => {
      cacheProfile(client, profile)
      toast.success(texts.profile.menteeUpdated)
    },
    // The reason stands beside the picture, with a way to try again.
    onError: () => toast.error(texts.profile.menteeFailed),
  })
}

function showFailure(error: Error): void {
  const description = error instanceof ApiError ? error.message : undefined
  toast.error(texts.profile.menteeFailed, { description })
}
