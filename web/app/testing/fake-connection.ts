import type { Role } from '@marga/contract/roles'
import { act } from '@testing-library/react'
import { vi } from 'vitest'
import { type ConnectionState, connectionOf } from '../lib/socket.ts'

/** The state of a role's live connection, as the test says; put back after it, like everything that is spied on. */
export function fakeConnection(role: Role) {
  const connection = connectionOf(role)
  const listeners = new Set<() => void>()
  let state: ConnectionState = 'connecting'
  vi.spyOn(connection, 'state').mockImplementation(() => state)
  vi.spyOn(connection, 'onState').mockImplementation((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  })
  return {
    become: (next: ConnectionState) =>
      act(async () => {
        state = next
        for (const listener of listeners) listener()
      }),
  }
}
