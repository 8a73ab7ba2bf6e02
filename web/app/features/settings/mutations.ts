import { api } from '@marga/contract/api'
import type { Person } from '@marga/contract/common'
import type { LoginSession } from '@marga/contract/login-sessions'
import type { Preferences } from '@marga/contract/preferences'
import type { MemberRole, Role } from '@marga/contract/roles'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { currentTime } from '../../lib/clock.ts'
import { errorMessage } from '../../lib/error-messages.ts'
import { sharedKeys } from '../../lib/query-keys.ts'
import { settingsKeys } from './queries.ts'
import { exportFileName, type PreferenceSwitch, withPreference } from './rules.ts'

const notChanged = (error: Error) => toast.error('Nothing was changed', { description: error.message })

/** Mails the link that confirms the address. */
export function useSendVerification(role: MemberRole) {
  return useMutation({
    mutationFn: () => sendRequest(api.accountSettings[role].sendVerification, {}, { role }),
    onSuccess: () => toast.success('The email is on its way'),
    onError: (error) => toast.error(errorMessage('sendOtp', error)),
  })
}

/** Ends one session, or with `null` all but this one. */
export function useEndLoginSessions(role: Role) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string | null) =>
      sessionId === null
        ? sendRequest(api.accountSettings[role].endOtherSessions, {}, { role })
        : sendRequest(api.accountSettings[role].endSession, { params: { sessionId } }, { role }),
    onSuccess: (_, sessionId) => {
      client.setQueryData<LoginSession[]>(settingsKeys.sessions(role), (known) =>
        known?.filter(({ _id, isCurrent }) => (sessionId === null ? isCurrent : _id !== sessionId)),
      )
      toast.success(sessionId === null ? 'Signed out everywhere else' : 'Signed out there')
    },
    onError: notChanged,
    onSettled: () => client.invalidateQueries({ queryKey: settingsKeys.sessions(role) }),
  })
}

/** Takes effect at once, and goes back when the server does not take it. Pressed twice, it is sent in that order. */
export function useSetPreference(role: MemberRole, userId: string) {
  const client = useQueryClient()
  const key = settingsKeys.preferences(role)
  return useMutation({
    mutationKey: key,
    scope: { id: `preferences.${role}` },
    mutationFn: ({ channel, name, isOn }: PreferenceSwitch) =>
      sendRequest(
        api.accountSettings[role].editPreferences,
        { params: { ownId: userId }, body: { [channel]: { [name]: isOn } } },
        { role },
      ),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: key })
      client.setQueryData<Preferences>(key, (known) => known && withPreference(known, change))
    },
    onError: (error, change) => {
      client.setQueryData<Preferences>(
        key,
        (known) => known && withPreference(known, { ...change, isOn: !change.isOn }),
      )
      notChanged(error)
    },
    // Not before the last of several: the answer would hide what those behind it change.
    onSettled: () => {
      if (client.isMutating({ mutationKey: key }) === 1) void client.invalidateQueries({ queryKey: key })
    },
  })
}

export function useSetCaseMails(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) =>
      sendRequest(api.accountSettings.moderator.editPreferences, {
        params: { ownId: userId },
        body: { email: { cases: isOn } },
      }),
    onSuccess: ({ preferences }) => client.setQueryData(settingsKeys.caseMails, preferences),
    onError: notChanged,
  })
}

export function useRenewCalendar(role: MemberRole) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => sendRequest(api.accountSettings[role].renewCalendarFeed, {}, { role }),
    onSuccess: ({ url }) => {
      client.setQueryData(settingsKeys.calendar(role), url)
      toast.success('Your calendar has a new address')
    },
    onError: notChanged,
  })
}

/** A block closes a conversation, and its end opens it: the chat asks again. */
function cacheBlocked(client: QueryClient, role: MemberRole, people: Person[]): void {
  client.setQueryData(settingsKeys.blocked(role), people)
  void client.invalidateQueries({ queryKey: sharedKeys.chat(role) })
}

/** Each answer is the whole list: in another order than they were made, an older one would show somebody again. */
const scope = { id: 'blocked people' }

export function useBlockPerson(role: MemberRole) {
  const client = useQueryClient()
  return useMutation({
    scope,
    mutationFn: (person: Person) =>
      sendRequest(api.accountSettings[role].blockPerson, { body: { personId: person._id } }, { role }),
    onSuccess: ({ people }, { firstName }) => {
      cacheBlocked(client, role, people)
      toast.success(`You have blocked ${firstName}`)
    },
    onError: notChanged,
  })
}

export function useUnblockPerson(role: MemberRole) {
  const client = useQueryClient()
  return useMutation({
    scope,
    mutationFn: (person: Person) =>
      sendRequest(api.accountSettings[role].unblockPerson, { params: { personId: person._id } }, { role }),
    onSuccess: ({ people }, { firstName }) => {
      cacheBlocked(client, role, people)
      toast.success(`You have unblocked ${firstName}`)
    },
    onError: notChanged,
  })
}

/** Downloads what the person gave and did here, and what was decided about them. */
export function useExport(role: MemberRole) {
  return useMutation({
    mutationFn: () => sendRequest(api.accountSettings[role].export, {}, { role }),
    onSuccess: async (data) => {
      const { saveAsFile } = await import('../../lib/save-as-file.ts')
      saveAsFile(exportFileName(role, currentTime()), 'application/json', JSON.stringify(data, null, 2))
    },
    onError: (error) => toast.error('The export failed', { description: error.message }),
  })
}
