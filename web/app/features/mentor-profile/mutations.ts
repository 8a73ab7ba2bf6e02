import { api } from '@marga/contract/api'
import type { InstallationConfig } from '@marga/contract/installation'
import type { OwnMentorProfile } from '@marga/contract/mentors'
import { texts } from '@marga/contract/texts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { storeAccountTimeZone } from '../../lib/account-time-zone.ts'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { readLogin, storeLogin } from '../../lib/auth-storage.ts'
import { timeZoneName } from '../../lib/dates.ts'
import { errorMessage } from '../../lib/error-messages.ts'
import { uploadImage } from '../../lib/upload-image.ts'
import { ownKeys } from './queries.ts'
import type { ProfileChanges } from './rules.ts'

const ownId = (mentorId: string) => ({ ownId: mentorId })

/** What the bar shows comes from the stored login: it follows the profile. */
function cacheProfile(client: QueryClient, profile: OwnMentorProfile): void {
  client.setQueryData(ownKeys.profile(profile._id), profile)
  const login = readLogin('mentor')
  if (!login) return
  storeAccountTimeZone(login, profile.timeZone)
  const { firstName, lastName, profileImageUrl } = profile
  storeLogin({ ...login, name: `${firstName} ${lastName}`, profileImageUrl })
}

async function saveProfile(mentorId: string, changes: ProfileChanges): Promise<OwnMentorProfile> {
  const response = await sendRequest(api.mentors.editProfile, { params: ownId(mentorId), body: changes })
  return response.profileData
}

/** A complaint about a field stands in the form, everything else is a toast. */
export function useEditProfile(mentorId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: ProfileChanges) => saveProfile(mentorId, changes),
    onSuccess: (profile) => {
      cacheProfile(client, profile)
      toast.success(texts.profile.mentorUpdated)
    },
    onError: (error) => {
      const isInForm = error instanceof ApiError && Object.keys(error.fields).length > 0
      if (!isInForm) toast.error(errorMessage('editMentorProfile', error))
    },
  })
}

export function useChangeZone(mentorId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (timeZone: string) => saveProfile(mentorId, { timeZone }),
    onSuccess: (profile) => {
      cacheProfile(client, profile)
      toast.success(`Your times are in ${timeZoneName(profile.timeZone)}`)
    },
    onError: () => toast.error(texts.profile.mentorFailed),
  })
}

type ImageFile = { file: File; onProgress: (share: number) => void }

export function useChangeMentorImage(mentorId: string, place: InstallationConfig['upload']) {
  const client = useQueryClient()
  return useMutation({
    // Without a connection it fails at once and can be tried again, instead of waiting unseen.
    networkMode: 'always',
    mutationFn: async ({ file, onProgress }: ImageFile) => {
      const profileImageUrl = await uploadImage(place, { file, role: 'mentor', onProgress })
      return saveProfile(mentorId, { profileImageUrl })
    },
    onSuccess: (profile) => {
      cacheProfile(client, profile)
      toast.success(texts.profile.mentorUpdated)
    },
    // The reason stands beside the picture, with a way to try again.
    onError: () => toast.error(texts.profile.mentorFailed),
  })
}

/** Each answer is the whole list: in another order than they were made, an older one would bring a skill back. */
const scope = { id: 'skills' }

export function useAddSkill(mentorId: string) {
  const client = useQueryClient()
  return useMutation({
    scope,
    mutationFn: (skill: string) =>
      sendRequest(api.mentors.addSkills, { params: ownId(mentorId), body: { newSkills: [skill] } }),
    onSuccess: ({ expertise }) => {
      cacheSkills(client, mentorId, expertise)
      toast.success(texts.skills.added)
    },
    onError: (error) =>
      toast.error(texts.skills.addFailed, {
        description: error instanceof ApiError ? error.message : undefined,
      }),
  })
}

export function useRemoveSkill(mentorId: string) {
  const client = useQueryClient()
  return useMutation({
    scope,
    mutationFn: (skill: string) =>
      sendRequest(api.mentors.removeSkill, { params: ownId(mentorId), body: { skill } }),
    onSuccess: ({ expertise }) => {
      cacheSkills(client, mentorId, expertise)
      toast.success(texts.skills.deleted)
    },
    onError: (error) =>
      toast.error(texts.skills.deleteFailed, {
        description: error instanceof ApiError ? error.message : undefined,
      }),
  })
}

function cacheSkills(client: QueryClient, mentorId: string, expertise: string[]): void {
  client.setQueryData<OwnMentorProfile>(
    ownKeys.profile(mentorId),
    (known) => known && { ...known, expertise },
  )
}
