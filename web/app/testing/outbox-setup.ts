import { vi } from 'vitest'
import { createOutbox, isTemporary } from '../lib/messaging/outbox.ts'
import type { OutboxDeps, SendFailure } from '../lib/messaging/outbox-state.ts'
import type { Unsent } from '../lib/messaging/unsent.ts'
import { unsentOf } from './chat-samples.ts'

export const ownerId = 'mentee.1'
export const network: SendFailure = { status: 0, reason: 'network' }
export const refused: SendFailure = { status: 403, reason: 'not enrolled' }

/** A server that fails as long as `failure` is set, and remembers what it got. */
export function setUpOutbox(given: Partial<OutboxDeps> = {}) {
  const server = { failure: null as SendFailure | null, got: [] as string[], tries: 0 }
  const onFailure = vi.fn()
  const deps: OutboxDeps = {
    ownerId,
    storage: localStorage,
    send: async ({ clientMessageId }: Unsent) => {
      server.tries += 1
      if (server.failure) throw server.failure
      server.got.push(clientMessageId)
    },
    failureOf: (error) => error as SendFailure,
    isTemporary,
    withLock: (_name, work) => work(),
    onFailure,
    ...given,
  }
  return { server, onFailure, deps, outbox: createOutbox(deps) }
}

export const writtenMessage = (clientMessageId: string, createdAt = '2026-11-21T05:00:00.000Z') => {
  const { state: _, isRejected: __, reason: ___, ...rest } = unsentOf(clientMessageId, { createdAt })
  return rest
}
export const storedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('marga.unsent.'))
export const settled = () => vi.advanceTimersByTimeAsync(0)
