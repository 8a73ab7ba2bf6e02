import { hasGap, lastContiguousSeq, mergeMessages, type StoredMessage } from './message-list.ts'

type Page<M> = { messages: readonly M[]; hasMore: boolean }

type CatchUp<M> = {
  /** What is held now; read anew each time, since events go on arriving while this runs. */
  held: () => readonly M[]
  fetchAfter: (seq: number) => Promise<Page<M>>
  /** The newest page, where it was fetched already: then only what lies before it may be missing. */
  newest?: readonly M[]
}

/** Enough for some ten thousand missed messages; the next catch-up goes on from there. */
const roundsMax = 200

/** Fetches, page by page, what came after the last seq that is held without a gap. @returns what was fetched */
export async function fetchMissed<M extends StoredMessage>(of: CatchUp<M>): Promise<readonly M[]> {
  const knowsNewest = of.newest !== undefined
  let fetched = of.newest ?? []
  const all = () => mergeMessages(of.held(), fetched)
  let isComplete = knowsNewest && !hasGap(all())
  for (let round = 0; round < roundsMax && !isComplete; round += 1) {
    const { messages, hasMore } = await of.fetchAfter(lastContiguousSeq(all()))
    fetched = mergeMessages(fetched, messages)
    isComplete = messages.length === 0 || (!hasGap(all()) && (knowsNewest || !hasMore))
  }
  return fetched
}

/** How a query over a list of messages is kept current: events bring what is new, asking again what they missed. */
export const messageListOptions = {
  staleTime: 0,
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
  throwOnError: false,
} as const
