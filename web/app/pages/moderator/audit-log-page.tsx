import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { PageTitle } from '../../components/page-title.tsx'
import { AuditEntries } from '../../features/moderation/components/audit-entries.tsx'
import { auditLogQuery } from '../../features/moderation/queries.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export default function AuditLogPage() {
  const query = useInfiniteQuery(auditLogQuery())
  const entries = query.data?.pages.flatMap((page) => page.entries)
  return (
    <>
      <PageTitle>Log</PageTitle>
      <PageHeader
        title="What moderators did"
        description="Every decision with its note, newest first. Nothing in it can be changed."
      />
      {entries && entries.length > 0 ? (
        <Card>
          <AuditEntries entries={entries} />
        </Card>
      ) : entries ? (
        <EmptyState icon={ScrollText} title="Nothing so far">
          Decisions about applicants, people and tickets are recorded here.
        </EmptyState>
      ) : query.error ? (
        <ErrorState
          message={query.error.message}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <Skeleton className="h-96" />
      )}
      <LoadMore
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
        label="Show earlier"
      />
    </>
  )
}
