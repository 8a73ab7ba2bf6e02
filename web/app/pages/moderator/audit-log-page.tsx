import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download, ScrollText } from 'lucide-react'
import { PageTitle } from '../../components/page-title.tsx'
import { AuditEntries } from '../../features/moderation/components/audit-entries.tsx'
import { LogFilterBar } from '../../features/moderation/components/log-filter-bar.tsx'
import { useLogFilter } from '../../features/moderation/hooks/use-log-filter.ts'
import { isFiltered } from '../../features/moderation/log-rules.ts'
import { useExportLog } from '../../features/moderation/mutations.ts'
import { auditLogQuery } from '../../features/moderation/queries.ts'
import { moderatorsQuery } from '../../features/moderators/queries.ts'
import { useTimeZone } from '../../lib/use-time-zone.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export default function AuditLogPage() {
  const timeZone = useTimeZone()
  const [filter, setFilter] = useLogFilter()
  const query = useInfiniteQuery(auditLogQuery(filter, timeZone))
  const { data: people } = useQuery(moderatorsQuery())
  const exporting = useExportLog()
  const entries = query.data?.pages.flatMap((page) => page.entries)
  return (
    <>
      <PageTitle>Log</PageTitle>
      <PageHeader
        title="What moderators did"
        description="Every decision with its note, newest first. Nothing in it can be changed."
        actions={
          <Button
            variant="secondary"
            isLoading={exporting.isPending}
            onClick={() => exporting.mutate({ filter, timeZone })}
          >
            <Download className="size-4" aria-hidden="true" />
            Download CSV
          </Button>
        }
      />
      <LogFilterBar
        filter={filter}
        onFilter={setFilter}
        moderators={(people?.moderators ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
      />
      {entries && entries.length > 0 ? (
        <Card>
          <AuditEntries entries={entries} />
        </Card>
      ) : entries ? (
        <NothingFound isFiltered={isFiltered(filter)} />
      ) : query.error ? (
        <ErrorState
          message={query.error.message}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <Skeleton className="h-96" />
      )}
      <LoadMore list={query} label="Show earlier" />
    </>
  )
}

const NothingFound = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState icon={ScrollText} title={isFiltered ? 'Nothing matches these filters' : 'Nothing so far'}>
    {isFiltered
      ? 'Try other words or more days.'
      : 'Decisions about applicants, people and tickets are recorded here.'}
  </EmptyState>
)
