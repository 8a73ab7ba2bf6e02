import { api } from '@marga/contract/api'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'

export const ownKeys = {
  profile: sharedKeys.ownMentorProfile,
  mentees: (mentorId: string) => [...sharedKeys.subscribedMentees, mentorId] as const,
}

export const ownProfileQuery = (mentorId: string) =>
  queryOptions({
    queryKey: ownKeys.profile(mentorId),
    queryFn: async ({ signal }) =>
      (await sendRequest(api.mentors.ownProfile, { params: { ownId: mentorId } }, { signal })).profileData,
    staleTime: 60_000,
  })

export const menteeAboutQuery = (menteeId: string) =>
  queryOptions({
    queryKey: ['mentor-profile', 'mentee', menteeId] as const,
    queryFn: async ({ signal }) =>
      (await sendRequest(api.mentors.readMentee, { params: { menteeId } }, { signal })).mentee,
    throwOnError: false,
  })

export const subscribedMenteesQuery = (mentorId: string) =>
  infiniteQueryOptions({
    queryKey: ownKeys.mentees(mentorId),
    queryFn: ({ pageParam, signal }) =>
      sendRequest(
        api.enrollments.subscribedMentees,
        { params: { mentorId }, query: { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
