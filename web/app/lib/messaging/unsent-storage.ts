import { unsentPrefix } from '../writings.ts'
import type { Unsent } from './unsent.ts'

type UnsentId = Pick<Unsent, 'threadId' | 'clientMessageId'>
/** One entry a message, so that tabs which write at once cannot overwrite each other's. */
export const storageKey = (ownerId: string, { threadId, clientMessageId }: UnsentId): string =>
  `${unsentPrefix(ownerId)}${threadId}.${clientMessageId}`

/** What the unsent messages are kept in: the browser's storage, or a `Map` for as long as the page is shown. */
export type UnsentStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

/** Everything of an owner that waits, oldest first; what does not parse is left alone. */
export function readUnsent(
  storage: Pick<UnsentStorage, 'length' | 'key' | 'getItem'>,
  ownerId: string,
): Unsent[] {
  const found: Unsent[] = []
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index)
    if (!key?.startsWith(unsentPrefix(ownerId))) continue
    const unsent = parseUnsent(storage.getItem(key))
    if (unsent && storageKey(ownerId, unsent) === key) found.push(unsent)
  }
  return found.sort(oldestFirst)
}

export const oldestFirst = (a: Unsent, b: Unsent): number => a.createdAt.localeCompare(b.createdAt)

export const isKeyOf = (ownerId: string, key: string | null): boolean =>
  key === null || key.startsWith(unsentPrefix(ownerId))

/**
 * What was written, and why it was refused: whether anything else could be sent is found out again, but what was
 * refused goes only when its writer says so. The field is called conversationId because messages that wait in a
 * browser were stored under that name.
 */
export const storedText = ({ clientMessageId, threadId, text, createdAt, seenSeq, reason }: Unsent): string =>
  JSON.stringify({ clientMessageId, conversationId: threadId, text, createdAt, seenSeq, reason })

function parseUnsent(stored: string | null): Unsent | null {
  try {
    const { conversationId: threadId, reason, ...rest } = JSON.parse(stored ?? '')
    const { clientMessageId, text, createdAt, seenSeq } = rest
    if ([clientMessageId, threadId, text, createdAt].some((each) => typeof each !== 'string')) return null
    const written = { clientMessageId, threadId, text, createdAt, seenSeq: Number(seenSeq) || 0 }
    return typeof reason === 'string'
      ? { ...written, state: 'failed', isRejected: true, reason }
      : { ...written, state: 'sending', isRejected: false, reason: null }
  } catch {
    return null
  }
}
