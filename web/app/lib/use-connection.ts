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

/** So long after the server's word, at most: all clients get it at once, and must not all ask at once. */
const spreadMs = 2000

/**
 * Calls `handler` when something may have been missed: at every connect, the first time too, since something
 * may have come between loading and connecting; and when the server says so.
 */
export function useCatchUp(role: Role, handler: () => void): void {
  const onGap = useEffectEvent(handler)
  const isConnected = useConnectionState(role) === 'connected'
  useEffect(() => {
    if (!isConnected) return
    onGap()
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = connectionOf(role).subscribe('missed', () => {
      clearTimeout(timer)
      timer = setTimeout(() => onGap(), Math.random() * spreadMs)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [role, isConnected])
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
