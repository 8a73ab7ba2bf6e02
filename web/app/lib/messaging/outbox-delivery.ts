import { findUnsent, type OutboxState, patchUnsent, removeUnsent, type SendFailure } from './outbox-state.ts'
import type { Unsent } from './unsent.ts'
import { storageKey } from './unsent-storage.ts'

/** Growing pauses between the tries of a message that could not be sent. */
const retryDelaysMs = [2000, 4000, 8000, 15_000, 30_000]
export const retryDelayMs = (failures: number): number =>
  retryDelaysMs[Math.min(Math.max(failures, 1), retryDelaysMs.length) - 1]!

/** Statuses after which the same message may be taken later: nothing came back, busy, signed out, failed. */
const temporary = new Set([0, 401, 408, 425, 429])
export const isTemporary = ({ status }: Pick<SendFailure, 'status'>): boolean =>
  temporary.has(status) || status >= 500

/** Delivers after a pause, in the place of a try that was put off before. */
export function deliverLater(state: OutboxState, threadId: string, delayMs: number): void {
  clearTimeout(state.timers.get(threadId))
  state.timers.set(
    threadId,
    setTimeout(() => void deliver(state, threadId), delayMs),
  )
}

/** Sends what waits in a thread, in the order of writing; stops at the first that fails for now. */
export async function deliver(state: OutboxState, threadId: string): Promise<void> {
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
    patchUnsent(state, (each) => each.clientMessageId === clientMessageId, {
      state: 'failed',
      isRejected: true,
      reason: failure.reason,
    })
  }
  if (isFirst && !isWaiting) deps.onFailure(failure)
}
