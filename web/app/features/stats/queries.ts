import { api } from '@marga/contract/api'
import type { DayCount } from '@marga/contract/common'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'
import type { Period } from './rules.ts'

/** The chart stays while another period is fetched; a failure shows in its card. */
const common = { placeholderData: keepPreviousData, throwOnError: false } as const

export const mentorEnrollmentsQuery = (mentorId: string, days: Period, timeZone: string) =>
  queryOptions({
    ...common,
    queryKey: [...sharedKeys.mentorEnrollments, mentorId, days, timeZone] as const,
    queryFn: async ({ signal }): Promise<DayCount[]> =>
      (await sendRequest(api.stats.ofMentor, { params: { mentorId }, query: { days, timeZone } }, { signal }))
        .enrollmentObject,
  })

export const dailyEnrollmentsQuery = (days: Period, timeZone: string) =>
  queryOptions({
    ...common,
    queryKey: ['stats', 'enrollments', days, timeZone] as const,
    queryFn: async ({ signal }): Promise<DayCount[]> =>
      (await sendRequest(api.stats.enrollments, { query: { days, timeZone } }, { signal }))
        .dailyEnrollmentData,
  })

export const dailyNewMenteesQuery = (days: Period, timeZone: string) =>
  queryOptions({
    ...common,
    queryKey: ['stats', 'new-mentees', days, timeZone] as const,
    queryFn: async ({ signal }): Promise<DayCount[]> =>
      (await sendRequest(api.stats.newMentees, { query: { days, timeZone } }, { signal })).newMenteeDetail,
  })
