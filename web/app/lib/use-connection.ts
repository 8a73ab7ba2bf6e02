import type { ServerEvents } from '@marga/contract/realtime'
import type { Role } from '@marga/contract/roles'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { type ConnectionState, connectionOf } from './socket.ts'

/** The state of a role's live connection, opening it if need be. */
export function useConnectionState(role: Role): ConnectionState {
  return useSyncExternalStore(
    (listener) => connectionOf(role).onState(listener),
    () => connectionOf(role).state(),
    () => 'connecting',
  )
}

/** Calls `handler` for every event of that name while the component is shown. */
export function useServerEvent<E extends keyof ServerEvents>(
  role: Role,
  event: E,
  handler: (payload: ServerEvents[E]) => void,
): void {
  const onEvent = useEffectEvent(handler)
  useEffect(() => connectionOf(role).subscribe(event, (payload) => onEvent(payload)), [role, event])
}
