import {
  isKeyOf,
  isPassing,
  oldestFirst,
  readUnsent,
  retryDelayMs,
  storageKey,
  storedText,
} from './outbox-rules.ts'
import type { Unsent } from './thread-rules.ts'

export type SendFailure = { status: number; reason: string }

export type OutboxDeps = {
  /** Whose messages; part of every storage key, so that the next person on this machine sees none. */
  ownerId: string
  storage: Storage
  /** Resolves once the server has the message; whatever it throws is read by `failureOf`. */
  send: (unsent: Unsent) => Promise<void>
  failureOf: (error: unknown) => SendFailure
  /** One sender at a time in all tabs. */
  withLock: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Told when a message fails for the first time, or again after a retry by hand. */
  onFailure: (failure: SendFailure) => void
}
export type Outbox = ReturnType<typeof createOutbox>

/**
 * Keeps what was written until the server has acknowledged it, across reloads and tabs. Messages of a
 * conversation go out one after the other in the order of writing. Sending twice is harmless: the
 * server knows a message by its client id.
 */
export function createOutbox(deps: OutboxDeps) {
  const { ownerId, storage } = deps
  let entries: readonly Unsent[] = readUnsent(storage, ownerId)
  const listeners = new Set<() => void>()
  const running = new Set<string>()
  const failures = new Map<string, number>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  /** Messages that only this tab holds, because the storage is full or closed. */
  const unstored = new Set<string>()

  const become = (next: readonly Unsent[]) => {
    entries = next
    for (const listener of listeners) listener()
  }
  const patch = (isMeant: (unsent: Unsent) => boolean, change: Partial<Unsent>) =>
    become(entries.map((unsent) => (isMeant(unsent) ? { ...unsent, ...change } : unsent)))
  const find = (clientMessageId: string) =>
    entries.find((unsent) => unsent.clientMessageId === clientMessageId)

  function remove(unsent: Unsent) {
    storage.removeItem(storageKey(ownerId, unsent))
    unstored.delete(unsent.clientMessageId)
    become(entries.filter(({ clientMessageId }) => clientMessageId !== unsent.clientMessageId))
  }

  /** Sends what waits in a conversation; stops at the first that fails for now. */
  async function pump(conversationId: string): Promise<void> {
    if (running.has(conversationId)) return
    running.add(conversationId)
    clearTimeout(timers.get(conversationId))
    try {
      await deps.withLock(`marga.unsent.${ownerId}.${conversationId}`, () => drain(conversationId))
    } finally {
      running.delete(conversationId)
    }
    // What was written in the very moment between the last look and here.
    if (!timers.has(conversationId) && nextOf(conversationId)) await pump(conversationId)
  }

  const nextOf = (conversationId: string) =>
    entries.find((unsent) => unsent.conversationId === conversationId && !unsent.isRefused)

  async function drain(conversationId: string): Promise<void> {
    timers.delete(conversationId)
    for (let unsent = nextOf(conversationId); unsent; unsent = nextOf(conversationId)) {
      const isElsewhereDone =
        storage.getItem(storageKey(ownerId, unsent)) === null && !unstored.has(unsent.clientMessageId)
      if (isElsewhereDone) {
        remove(unsent)
        continue
      }
      try {
        await deps.send(unsent)
        failures.delete(conversationId)
        remove(unsent)
      } catch (error) {
        const failure = deps.failureOf(error)
        noteFailure(unsent, failure)
        if (isPassing(failure.status)) return
      }
    }
  }

  function noteFailure(unsent: Unsent, failure: SendFailure) {
    const { conversationId, clientMessageId } = unsent
    const isFirst = find(clientMessageId)?.state === 'sending'
    if (isPassing(failure.status)) {
      const count = (failures.get(conversationId) ?? 0) + 1
      failures.set(conversationId, count)
      // Those behind it wait for it, and say so.
      patch((each) => each.conversationId === conversationId && !each.isRefused, { state: 'failed' })
      timers.set(
        conversationId,
        setTimeout(() => void pump(conversationId), retryDelayMs(count)),
      )
    } else {
      patch((each) => each.clientMessageId === clientMessageId, {
        state: 'failed',
        isRefused: true,
        reason: failure.reason,
      })
    }
    if (isFirst) deps.onFailure(failure)
  }

  /** Tries everything that waits, at once: the connection is back. */
  function kick() {
    for (const conversationId of new Set(entries.map((unsent) => unsent.conversationId))) {
      void pump(conversationId)
    }
  }

  function followStorage({ key }: Pick<StorageEvent, 'key'>) {
    if (!isKeyOf(ownerId, key)) return
    const stored = readUnsent(storage, ownerId)
    const known = new Map(entries.map((unsent) => [unsent.clientMessageId, unsent]))
    const own = entries.filter(({ clientMessageId }) => unstored.has(clientMessageId))
    become([...stored.map((each) => known.get(each.clientMessageId) ?? each), ...own].sort(oldestFirst))
  }

  return {
    list: (): readonly Unsent[] => entries,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add(written: Pick<Unsent, 'clientMessageId' | 'conversationId' | 'text' | 'createdAt'>): void {
      const unsent: Unsent = { ...written, state: 'sending', isRefused: false, reason: null }
      try {
        storage.setItem(storageKey(ownerId, unsent), storedText(unsent))
      } catch {
        unstored.add(unsent.clientMessageId)
      }
      become([...entries, unsent])
      void pump(unsent.conversationId)
    },
    retry(clientMessageId: string): void {
      const unsent = find(clientMessageId)
      if (!unsent) return
      const { conversationId } = unsent
      patch((each) => each.clientMessageId === clientMessageId, { isRefused: false, reason: null })
      patch((each) => each.conversationId === conversationId && !each.isRefused, { state: 'sending' })
      void pump(conversationId)
    },
    /** Gives a message up; the person asked for it. */
    discard(clientMessageId: string): void {
      const unsent = find(clientMessageId)
      if (unsent) remove(unsent)
    },
    /** The server has it, as an event or a catch-up showed before the answer did. */
    settle(clientMessageId: string | null): void {
      const unsent = clientMessageId === null ? undefined : find(clientMessageId)
      if (unsent) remove(unsent)
    },
    kick,
    followStorage,
    /** On signing out nothing of the person stays on the machine. */
    clear(): void {
      for (const timer of timers.values()) clearTimeout(timer)
      for (const unsent of entries) storage.removeItem(storageKey(ownerId, unsent))
      become([])
    },
  }
}
