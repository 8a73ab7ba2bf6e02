import {
  createOutboxState,
  findUnsent,
  type OutboxDeps,
  type OutboxState,
  patchUnsent,
  removeUnsent,
  type SendFailure,
  setEntries,
  setRejection,
  storeUnsent,
} from './outbox-state.ts'
import type { Unsent } from './unsent.ts'
import { isKeyOf, oldestFirst, readUnsent, storageKey } from './unsent-storage.ts'

/** Growing pauses between the tries of a message that could not be sent. */
const retryDelaysMs = [2000, 4000, 8000, 15_000]
export const retryDelayMs = (failures: number): number => retryDelaysMs[failures - 1] ?? 30_000

/** Statuses after which the same message may be taken later: nothing came back, busy, signed out, failed. */
const temporary = new Set([0, 401, 408, 425, 429])
export const isTemporary = ({ status }: Pick<SendFailure, 'status'>): boolean =>
  temporary.has(status) || status >= 500

type Written = Pick<Unsent, 'clientMessageId' | 'threadId' | 'text' | 'createdAt' | 'seenSeq'>

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
  const unsent: Unsent = { ...written, state: 'sending', isRejected: false, reason: null }
  storeUnsent(state, unsent)
  setEntries(state, [...state.entries, unsent])
  void deliver(state, unsent.threadId)
}

function retry(state: OutboxState, clientMessageId: string): void {
  const unsent = findUnsent(state, clientMessageId)
  if (!unsent) return
  const { threadId } = unsent
  setRejection(state, clientMessageId, { isRejected: false, reason: null })
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
  // What another tab was refused is none of this one's to send.
  const all = [
    ...stored.map((each) => (each.isRejected ? each : (known.get(each.clientMessageId) ?? each))),
    ...own,
  ]
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

/** Delivers after a pause, in the place of a try that was put off before. */
function deliverLater(state: OutboxState, threadId: string, delayMs: number): void {
  clearTimeout(state.timers.get(threadId))
  state.timers.set(
    threadId,
    setTimeout(() => void deliver(state, threadId), delayMs),
  )
}

/** Sends what waits in a thread, in the order of writing; stops at the first that fails for now. */
async function deliver(state: OutboxState, threadId: string): Promise<void> {
  const { deps, running, timers } = state
  if (running.has(threadId)) return
  running.add(threadId)
  clearTimeout(timers.get(threadId))
  try {
    await deps.withLock(`marga.unsent.${deps.ownerId}.${threadId}`, () => sendAll(state, threadId))
  } finally {
    running.delete(threadId)
  }
  // What was written in the very moment between the last look and here.
  if (!timers.has(threadId) && nextOf(state, threadId)) await deliver(state, threadId)
}

const nextOf = ({ entries }: OutboxState, threadId: string): Unsent | undefined =>
  entries.find((unsent) => unsent.threadId === threadId && !unsent.isRejected)

async function sendAll(state: OutboxState, threadId: string): Promise<void> {
  const { deps, timers, failures, unstored } = state
  timers.delete(threadId)
  for (let unsent = nextOf(state, threadId); unsent; unsent = nextOf(state, threadId)) {
    const isSentElsewhere =
      deps.storage.getItem(storageKey(deps.ownerId, unsent)) === null && !unstored.has(unsent.clientMessageId)
    if (isSentElsewhere) {
      removeUnsent(state, unsent)
      continue
    }
    try {
      await deps.send(unsent)
      failures.delete(threadId)
      removeUnsent(state, unsent)
    } catch (error) {
      const failure = deps.failureOf(error)
      noteFailure(state, unsent, failure)
      if (deps.isTemporary(failure)) return
    }
  }
}

function noteFailure(state: OutboxState, { threadId, clientMessageId }: Unsent, failure: SendFailure): void {
  const { deps, failures } = state
  const isFirst = findUnsent(state, clientMessageId)?.state !== 'failed'
  const isWaiting = failure.status === 0 && deps.isOffline?.() === true
  if (deps.isTemporary(failure)) {
    const count = (failures.get(threadId) ?? 0) + 1
    failures.set(threadId, count)
    // Those behind it wait for it, and say so.
    const next = isWaiting ? 'waiting' : 'failed'
    patchUnsent(state, (each) => each.threadId === threadId && !each.isRejected, { state: next })
    deliverLater(state, threadId, retryDelayMs(count))
  } else {
    setRejection(state, clientMessageId, { state: 'failed', isRejected: true, reason: failure.reason })
  }
  if (isFirst && !isWaiting) deps.onFailure(failure)
}
