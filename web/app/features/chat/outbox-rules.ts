import type { Unsent } from './thread-rules.ts'

/** Growing pauses between the tries of a message that could not be sent. */
const retryDelaysMs = [2000, 4000, 8000, 15_000, 30_000]
export const retryDelayMs = (failures: number): number =>
  retryDelaysMs[Math.min(Math.max(failures, 1), retryDelaysMs.length) - 1]!

/** Statuses after which the same message may be taken later: nothing came back, busy, signed out, failed. */
const passing = new Set([0, 401, 408, 425, 429])
export const isPassing = (status: number): boolean => passing.has(status) || status >= 500

/** One entry a message, so that tabs which write at once cannot overwrite each other's. */
const prefixOf = (ownerId: string) => `marga.unsent.${ownerId}.`
export const storageKey = (ownerId: string, { conversationId, clientMessageId }: Unsent): string =>
  `${prefixOf(ownerId)}${conversationId}.${clientMessageId}`

type KeyValues = Pick<Storage, 'length' | 'key' | 'getItem'>

/** Everything of an owner that waits, oldest first; what does not parse is left alone. */
export function readUnsent(storage: KeyValues, ownerId: string): Unsent[] {
  const found: Unsent[] = []
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index)
    if (!key?.startsWith(prefixOf(ownerId))) continue
    const unsent = parseUnsent(storage.getItem(key))
    if (unsent && storageKey(ownerId, unsent) === key) found.push(unsent)
  }
  return found.sort(oldestFirst)
}

export const oldestFirst = (a: Unsent, b: Unsent): number => a.createdAt.localeCompare(b.createdAt)

export const isKeyOf = (ownerId: string, key: string | null): boolean =>
  key === null || key.startsWith(prefixOf(ownerId))

/** Only what was written is kept: whether it could be sent is found out again. */
export const storedText = ({ clientMessageId, conversationId, text, createdAt }: Unsent): string =>
  JSON.stringify({ clientMessageId, conversationId, text, createdAt })

function parseUnsent(stored: string | null): Unsent | null {
  try {
    const raw = JSON.parse(stored ?? 'null') as Record<string, unknown> | null
    const { clientMessageId, conversationId, text, createdAt } = raw ?? {}
    if (typeof clientMessageId !== 'string' || typeof conversationId !== 'string') return null
    if (typeof text !== 'string' || typeof createdAt !== 'string') return null
    const fresh = { state: 'sending', isRefused: false, reason: null } as const
    return { clientMessageId, conversationId, text, createdAt, ...fresh }
  } catch {
    return null
  }
}
