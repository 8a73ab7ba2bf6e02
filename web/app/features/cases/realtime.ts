import type { CaseEvidence } from '@marga/contract/case-evidence'
import type { ModerationCase } from '@marga/contract/moderation-case'
import type { ServerEvents } from '@marga/contract/realtime'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { caseKeys } from './queries.ts'
import { withClaim } from './queue-rules.ts'

type Page = { cases: ModerationCase[]; nextCursor: string | null }
type One = { case: ModerationCase; evidence: CaseEvidence }

/** Changes a case wherever it is shown, without asking for it again. */
export function patchCase(
  client: QueryClient,
  caseId: string,
  change: (known: ModerationCase) => ModerationCase,
): void {
  client.setQueriesData<InfiniteData<Page>>(
    { queryKey: caseKeys.lists },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          cases: page.cases.map((row) => (row._id === caseId ? change(row) : row)),
        })),
      },
  )
  client.setQueryData<One>(caseKeys.one(caseId), (known) => known && { ...known, case: change(known.case) })
}

/**
 * A case came, was claimed, given back or decided. A claim is shown at once; for all else the lists are asked again,
 * and the file of the case itself. Says whether more than a claim has changed.
 */
export function invalidateCases(client: QueryClient, event: ServerEvents['cases']): boolean {
  const { caseId, claimedBy } = event
  if (caseId && claimedBy !== undefined) {
    // Of one's own claim the answer says that it is one's own; the event, which may be quicker, does not.
    if (isClaiming(client, caseId)) return false
    patchCase(client, caseId, (known) => withClaim(known, claimedBy))
    return false
  }
  void client.invalidateQueries({ queryKey: caseKeys.lists })
  void client.invalidateQueries({ queryKey: caseKeys.counts })
  void client.invalidateQueries({ queryKey: caseKeys.desk })
  void client.invalidateQueries({ queryKey: caseKeys.people })
  void client.invalidateQueries({ queryKey: caseId ? caseKeys.one(caseId) : caseKeys.ones })
  return true
}

const isClaiming = (client: QueryClient, caseId: string): boolean =>
  client.isMutating({
    mutationKey: caseKeys.claiming,
    predicate: ({ state }) => (state.variables as { caseId?: string } | undefined)?.caseId === caseId,
  }) > 0
