import { deliver, deliverLater } from './outbox-delivery.ts'
import {
  createOutboxState,
  findUnsent,
  type OutboxDeps,
  type OutboxState,
  patchUnsent,
  removeUnsent,
  setEntries,
} from './outbox-state.ts'
import type { Unsent } from './unsent.ts'
import { isKeyOf, oldestFirst, readUnsent, storageKey, storedText } from './unsent-storage.ts'

type Written = Pick<Unsent, 'clientMessageId' | 'threadId' | 'text' | 'createdAt'>

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Keeps what was written until the server has acknowledged it, in the storage that it is given. Messages of a thread
 * go out one after the other in the order of writing. Sending twice is harmless: the server knows a message by its
 * client id.
 */
export function createOutbox(deps: OutboxDeps) {
  const state = createOutboxState(deps)
  return {
    list: (): readonly Unsent[] => state.entries,
    subscribe(listener: () => void): () => void {
      state.listeners.add(listener)
      return () => void state.listeners.delete(listener)
    },
    add: (written: Written): void => add(state, written),
    retry: (clientMessageId: string): void => retry(state, clientMessageId),
    /** Gives a message up; the person asked for it. */
    discard: (clientMessageId: string): void => remove(state, clientMessageId),
    /** The server has it, as an event or a catch-up showed before the response did. */
    settle: (clientMessageId: string | null): void => remove(state, clientMessageId),
    kick: (): void => kick(state),
    followStorage: ({ key }: Pick<StorageEvent, 'key'>): void => followStorage(state, key),
    clear: (): void => clear(state),
  }
}

function add(state: OutboxState, written: Written): void {
  const { storage, ownerId } = state.deps
  const unsent: Unsent = { ...written, state: 'sending', isRejected: false, reason: null }
  try {
    storage.setItem(storageKey(ownerId, unsent), storedText(unsent))
  } catch {
    state.unstored.add(unsent.clientMessageId)
  }
  setEntries(state, [...state.entries, unsent])
  void deliver(state, unsent.threadId)
}

function retry(state: OutboxState, clientMessageId: string): void {
  const unsent = findUnsent(state, clientMessageId)
  if (!unsent) return
  const { threadId } = unsent
  patchUnsent(state, (each) => each.clientMessageId === clientMessageId, { isRejected: false, reason: null })
  patchUnsent(state, (each) => each.threadId === threadId && !each.isRejected, { state: 'sending' })
  void deliver(state, threadId)
}

function remove(state: OutboxState, clientMessageId: string | null): void {
  const unsent = clientMessageId === null ? undefined : findUnsent(state, clientMessageId)
  if (unsent) removeUnsent(state, unsent)
}

/** Tries everything that waits, at once: the connection is back. */
function kick(state: OutboxState): void {
  for (const threadId of new Set(state.entries.map((unsent) => unsent.threadId))) {
    void deliver(state, threadId)
  }
}

/** Longer than it usually takes to send a message. */
const followedDelayMs = 5000

/** Another tab has written or sent something. It may be closed before what it wrote has gone, which then goes from here. */
function followStorage(state: OutboxState, key: string | null): void {
  const { storage, ownerId } = state.deps
  if (!isKeyOf(ownerId, key)) return
  const stored = readUnsent(storage, ownerId)
  const known = new Map(state.entries.map((unsent) => [unsent.clientMessageId, unsent]))
  const own = state.entries.filter(({ clientMessageId }) => state.unstored.has(clientMessageId))
  const all = [...stored.map((each) => known.get(each.clientMessageId) ?? each), ...own]
  setEntries(state, all.sort(oldestFirst))
  const followed = stored.filter(({ clientMessageId }) => !known.has(clientMessageId))
  for (const threadId of new Set(followed.map((unsent) => unsent.threadId)))
    if (!state.timers.has(threadId)) deliverLater(state, threadId, followedDelayMs)
}

/** On signing out nothing of the person stays on the machine. */
function clear(state: OutboxState): void {
  for (const timer of state.timers.values()) clearTimeout(timer)
  for (const unsent of state.entries) state.deps.storage.removeItem(storageKey(state.deps.ownerId, unsent))
  setEntries(state, [])
}
