import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, sendRequest } from '../../lib/api-client.ts'

/** Who is in the room, and by which login. */
export type LiveOwner = { role: MemberRole; userId: string }

const isWorthRetrying = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** Whether the room can be entered; asked anew each time it is shown. */
export const roomQuery = ({ role, userId }: LiveOwner, slotId: string) =>
  queryOptions({
    queryKey: ['live', role, 'room', slotId, userId],
    queryFn: ({ signal }) => sendRequest(api.live.verify, { body: { userId, slotId } }, { role, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    // Each refusal has its own page.
    throwOnError: false,
    retry: (count, error) => count < 2 && isWorthRetrying(error),
  })

export const fetchNotes = (role: MemberRole, slotId: string) =>
  sendRequest(api.live.notes, { params: { slotId } }, { role })

/** The notes to read, after the session. */
export const notesQuery = (role: MemberRole, slotId: string) =>
  queryOptions({
    queryKey: ['live', role, 'notes', slotId],
    queryFn: ({ signal }) => sendRequest(api.live.notes, { params: { slotId } }, { role, signal }),
    throwOnError: false,
  })

export async function saveNotes(role: MemberRole, slotId: string, body: { text: string; version: number }) {
  try {
    const saved = await sendRequest(api.live.saveNotes, { params: { slotId }, body }, { role })
    return { isConflict: false, text: saved.text, version: saved.version }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error
    const { text, version } = error.details as { text: string; version: number }
    return { isConflict: true, text, version }
  }
}
