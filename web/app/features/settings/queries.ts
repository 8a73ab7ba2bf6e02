import { api } from '@marga/contract/api'
import type { MemberRole, Role } from '@marga/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'

/** Several roles may be signed in within one browser, so every key begins with the role. */
export const settingsKeys = {
  twoStep: (role: Role) => ['settings', role, 'two-step'] as const,
  sessions: (role: Role) => ['settings', role, 'sessions'] as const,
  preferences: (role: MemberRole) => ['settings', role, 'preferences'] as const,
  caseMails: ['settings', 'moderator', 'case-mails'] as const,
  calendar: (role: MemberRole) => ['settings', role, 'calendar'] as const,
  blocked: (role: MemberRole) => ['settings', role, 'blocked'] as const,
}
// A section that cannot be loaded says so in its own place; the others go on.
const inPlace = { throwOnError: false } as const

export const loginSessionsQuery = (role: Role) =>
  queryOptions({
    ...inPlace,
    queryKey: settingsKeys.sessions(role),
    queryFn: async ({ signal }) =>
      (await sendRequest(api.accountSettings[role].sessions, {}, { role, signal })).sessions,
  })

export const twoFactorQuery = (role: Role) =>
  queryOptions({
    ...inPlace,
    queryKey: settingsKeys.twoStep(role),
    queryFn: ({ signal }) => sendRequest(api.accountSettings[role].twoStep, {}, { role, signal }),
  })

export const preferencesQuery = (role: MemberRole, userId: string) =>
  queryOptions({
    ...inPlace,
    queryKey: settingsKeys.preferences(role),
    queryFn: async ({ signal }) =>
      (
        await sendRequest(
          api.accountSettings[role].preferences,
          { params: { ownId: userId } },
          {
            role,
            signal,
          },
        )
      ).preferences,
  })

export const caseMailsQuery = (userId: string) =>
  queryOptions({
    ...inPlace,
    queryKey: settingsKeys.caseMails,
    queryFn: async ({ signal }) =>
      (
        await sendRequest(
          api.accountSettings.moderator.preferences,
          { params: { ownId: userId } },
          { signal },
        )
      ).preferences,
  })

export const calendarFeedQuery = (role: MemberRole) =>
  queryOptions({
    ...inPlace,
    queryKey: settingsKeys.calendar(role),
    queryFn: async ({ signal }) =>
      (await sendRequest(api.accountSettings[role].calendarFeed, {}, { role, signal })).url,
  })

export const blockedPeopleQuery = (role: MemberRole) =>
  queryOptions({
    ...inPlace,
    queryKey: settingsKeys.blocked(role),
    queryFn: async ({ signal }) =>
      (await sendRequest(api.accountSettings[role].blockedPeople, {}, { role, signal })).people,
  })
