import { api } from '@marga/contract/api'
import type { Availability, BusyFeed } from '@marga/contract/availability'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { requestTimeZone } from '../../lib/account-time-zone.ts'
import { sendRequest } from '../../lib/api-client.ts'
import { readLogin } from '../../lib/auth-storage.ts'
import { isSameZone, ownTimeZone } from '../../lib/dates.ts'
import { fetchNow } from '../../lib/fetch-now.ts'
import { sharedKeys } from '../../lib/query-keys.ts'
import { invalidateOwnSlots } from '../../lib/slots/slot-events.ts'
import type { HoursDraft } from './hours-rules.ts'
import { availabilityQuery, busyFeedsKey } from './queries.ts'

/** Slots are laid out a moment after the answer. */
const followDelaysMs = [2_500, 8_000]

/** The calendar now, and again once the open slots have followed. */
function followSlots(client: QueryClient): void {
  void invalidateOwnSlots(client)
  for (const delayMs of followDelaysMs) setTimeout(() => void invalidateOwnSlots(client), delayMs)
}

type HoursToPut = { mentorId: string; draft: HoursDraft; preview: 'true' | 'false' }

/** Time away goes along, which is announced elsewhere. */
async function putHours(client: QueryClient, { mentorId, draft, preview }: HoursToPut) {
  const { vacations } = (await fetchNow(client, availabilityQuery(mentorId))).availability
  return sendRequest(api.availability.set, {
    params: { mentorId },
    query: { preview },
    body: { ...draft, vacations },
  })
}

/** Which booked sessions would lie outside; nothing is saved. What is refused the form shows. */
export function usePreviewHours(mentorId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (draft: HoursDraft) => putHours(client, { mentorId, draft, preview: 'true' }),
  })
}

/** Hours in another zone name that of the account, where the mentor has not: all pages follow. */
function followZone(client: QueryClient, mentorId: string, { timeZone }: Availability): void {
  const login = readLogin('mentor')
  if (!login || isSameZone(timeZone, ownTimeZone())) return
  void client.invalidateQueries({ queryKey: sharedKeys.ownMentorProfile(mentorId) })
  void requestTimeZone(login)
}

/** `onSaved` is called with what is saved now, even when the form has been left by then. */
export function useSaveHours(mentorId: string, onSaved: (saved: Availability) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (draft: HoursDraft) => putHours(client, { mentorId, draft, preview: 'false' }),
    onSuccess: (saved) => {
      client.setQueryData(sharedKeys.ownAvailability(mentorId), saved)
      onSaved(saved.availability)
      followZone(client, mentorId, saved.availability)
      followSlots(client)
      toast.success('Weekly hours saved', { description: 'Your calendar follows in a few seconds.' })
    },
  })
}

function cacheFeeds(client: QueryClient, feeds: BusyFeed[]): void {
  client.setQueryData(busyFeedsKey, feeds)
  // What is hidden, and which sessions lie under a busy time, is other than before.
  void client.invalidateQueries({ queryKey: sharedKeys.availability })
  followSlots(client)
}

/** What is wrong with the address the form shows. */
export function useAddFeed() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (url: string) => sendRequest(api.availability.addFeed, { body: { url } }),
    onSuccess: ({ feeds }) => {
      cacheFeeds(client, feeds)
      toast.success('Calendar added', { description: 'Open times under its events are hidden.' })
    },
  })
}

export function useRemoveFeed() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => sendRequest(api.availability.removeFeed, { params: { id } }),
    onSuccess: ({ feeds }) => {
      cacheFeeds(client, feeds)
      toast.success('Calendar removed', { description: 'The times that it hid are open again.' })
    },
    onError: (error) => toast.error('The calendar was not removed', { description: error.message }),
  })
}
