import { api } from '@marga/contract/api'
import type { Suggestion } from '@marga/contract/search'
import { sendRequest } from './api-client.ts'

export type { Suggestion }

/** Loaded when somebody begins to type: public pages need no api client before. A failure suggests nothing. */
export async function suggest(q: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
  try {
    return (await sendRequest(api.search.suggestions, { query: { q } }, { signal })).suggestions
  } catch {
    return []
  }
}
