import type { ServerEvents } from '@marga/contract/realtime'
import type { MemberRole } from '@marga/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { chatKeys } from '../queries.ts'

type Presence = ServerEvents['presence']

/** Whether somebody is there; null while nothing is known. Told by events only. */
export function usePresence(role: MemberRole, personId: string): Presence | null {
  const { data } = useQuery<Presence | null>({
    queryKey: chatKeys.presence(role, personId),
    queryFn: () => null,
    enabled: false,
  })
  return data ?? null
}

/** Up to which seq the other has read, as far as it was told. */
export function useReadByOther(role: MemberRole, conversationId: string): number {
  const { data } = useQuery<number>({
    queryKey: chatKeys.readByOther(role, conversationId),
    queryFn: () => 0,
    enabled: false,
  })
  return data ?? 0
}
