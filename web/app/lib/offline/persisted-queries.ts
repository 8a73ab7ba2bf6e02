import type { MemberRole } from '@marga/contract/roles'
import type { QueryKey } from '@tanstack/react-query'
import { slotKeys } from '../slots/slot-keys.ts'
import type { Shortening } from './shortening.ts'

/** One answer as it is kept: what was asked, what came back, and when. */
export type PersistedQuery = { key: QueryKey; data: unknown; updatedAt: number }

/** Of JSON, for one answer. */
export const persistedCharactersMax = 300_000
/** Those that changed last: a list or two, and as many conversations as somebody looks at. */
export const persistedQueriesMax = 60

const chatParts = ['conversation', 'conversations', 'thread', 'unread']
const ownQueries = { mentee: ['enrollments', 'own'], mentor: ['mentor-profile', 'profile'] } as const

const startsWith = (key: QueryKey, prefix: QueryKey) => prefix.every((part, index) => key[index] === part)

/** Whether the inbox or the bookings of the role show it. What was searched for is not kept. */
export function isPersisted(key: QueryKey, role: MemberRole): boolean {
  const [root, of, part] = key
  if (root === 'chat') {
    const isSearch = part === 'conversations' && key[4] !== ''
    return of === role && chatParts.includes(String(part)) && !isSearch
  }
  if (root === 'slots') {
    return role === 'mentor'
      ? startsWith(key, slotKeys.mentor) && of === 'mentor' && part !== 'linked'
      : startsWith(key, slotKeys.booked()) || startsWith(key, slotKeys.proposals('mentee'))
  }
  return startsWith(key, ownQueries[role])
}

/** As text, shortened to what there is room for; null where that cannot be, or leaves nothing. */
export function serializeQuery(
  { key, data, updatedAt }: PersistedQuery,
  shortening?: Shortening,
): string | null {
  const textOf = (kept: unknown) => JSON.stringify({ key, data: kept, updatedAt })
  const isShort = (text: string) => text.length <= persistedCharactersMax
  const whole = shortening?.sizeOf(data) ?? 0
  let size = Math.min(whole, shortening?.sizeMax ?? whole)
  let text = textOf(shortening && size < whole ? shortening.cut(data, size) : data)
  while (shortening && size > 1 && !isShort(text)) {
    // In proportion, since entries are of much the same length.
    size = Math.max(1, Math.min(size - 1, Math.floor((size * persistedCharactersMax) / text.length)))
    text = textOf(shortening.cut(data, size))
  }
  return isShort(text) ? text : null
}

/** What was kept; null where it is something else. */
export function parseQuery(text: string): PersistedQuery | null {
  try {
    const raw = JSON.parse(text) as Partial<PersistedQuery> | null
    if (!raw || !Array.isArray(raw.key) || typeof raw.updatedAt !== 'number') return null
    return { key: raw.key, data: withPageParams(raw.data), updatedAt: raw.updatedAt }
  } catch {
    return null
  }
}

type Pages = { pages: unknown[]; pageParams: unknown[] }

/** The first page is asked for with undefined, which JSON turns into null. */
function withPageParams(data: unknown): unknown {
  const { pages, pageParams } = (data ?? {}) as Partial<Pages>
  if (!pages || !pageParams) return data
  return { pages, pageParams: pageParams.map((param) => param ?? undefined) }
}
