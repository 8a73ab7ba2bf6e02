import type { Unsent } from './unsent.ts'
import { readUnsent, storageKey, storedText, type UnsentStorage } from './unsent-storage.ts'

export type SendFailure = { status: number; reason: string }

export type OutboxDeps = {
  /** Whose messages; part of every storage key, so that the next person on this machine sees none. */
  ownerId: string
  storage: UnsentStorage
  /** Resolves once the server has the message; whatever it throws is read by `failureOf`. */
  send: (unsent: Unsent) => Promise<void>
  failureOf: (error: unknown) => SendFailure
  /** Whether the same message may be taken later, and is tried again by itself. */
  isTemporary: (failure: SendFailure) => boolean
  /** One sender at a time in all tabs. */
  withLock: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Whether the browser knows that there is no line. */
  isOffline?: () => boolean
  /** Called when a message fails for the first time, or again after a retry by hand. */
  onFailure: (failure: SendFailure) => void
}

export type OutboxState = ReturnType<typeof createOutboxState>

export function createOutboxState(deps: OutboxDeps) {
  return {
    deps,
    entries: readUnsent(deps.storage, deps.ownerId) as readonly Unsent[],
    listeners: new Set<() => void>(),
    /** Threads that are being sent. */
    running: new Set<string>(),
    /** Failures in a row, by thread. */
    failures: new Map<string, number>(),
    timers: new Map<string, ReturnType<typeof setTimeout>>(),
    /** Messages that only this tab holds, because the storage is full or closed. */
    unstored: new Set<string>(),
  }
}

export function setEntries(state: OutboxState, entries: readonly Unsent[]): void {
  state.entries = entries
  for (const listener of state.listeners) listener()
}

export const findUnsent = (state: OutboxState, clientMessageId: string): Unsent | undefined =>
  state.entries.find((unsent) => unsent.clientMessageId === clientMessageId)

export function patchUnsent(
  state: OutboxState,
  isMeant: (unsent: Unsent) => boolean,
  change: Partial<Unsent>,
): void {
  setEntries(
    state,
    state.entries.map((unsent) => (isMeant(unsent) ? { ...unsent, ...change } : unsent)),
  )
}

/** That it was refused, or is tried again: stored with it, since a reload must not send what only its writer may. */
export function setRejection(
  state: OutboxState,
  clientMessageId: string,
  change: Pick<Unsent, 'isRejected' | 'reason'> & Partial<Unsent>,
): void {
  patchUnsent(state, (each) => each.clientMessageId === clientMessageId, change)
  const unsent = findUnsent(state, clientMessageId)
  if (unsent) storeUnsent(state, unsent)
}

export function storeUnsent({ deps, unstored }: OutboxState, unsent: Unsent): void {
  try {
    deps.storage.setItem(storageKey(deps.ownerId, unsent), storedText(unsent))
  } catch {
    unstored.add(unsent.clientMessageId)
  }
}

export function removeUnsent(state: OutboxState, { threadId, clientMessageId }: Unsent): void {
  const { deps, unstored } = state
  deps.storage.removeItem(storageKey(deps.ownerId, { threadId, clientMessageId }))
  unstored.delete(clientMessageId)
  setEntries(
    state,
    state.entries.filter((each) => each.clientMessageId !== clientMessageId),
  )
}
