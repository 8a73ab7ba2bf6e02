import type { SenderType } from '@marga/contract/chat'
import type { ServerEvents } from '@marga/contract/realtime'
import { useQuery } from '@tanstack/react-query'
import { chatKeys } from '../queries.ts'

type Presence = ServerEvents['presence']

/** Whether somebody is there; null while nothing is known. Told by events only. */
export function usePresence(role: SenderType, personId: string): Presence | null {
  const { data } = useQuery<Presence | null>({
    queryKey: chatKeys.presence(role, personId),
    queryFn: () => null,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data ?? null
}

/** Up to which seq the other has read, as far as it was announced. */
export function useAnnouncedRead(role: SenderType, conversationId: string): number {
  const { data } = useQuery<number>({
    queryKey: chatKeys.readByOther(role, conversationId),
    queryFn: () => 0,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data ?? 0
}
