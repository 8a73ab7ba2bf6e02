import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { PageTitle } from '../../components/page-title.tsx'
import { FailedRefunds } from '../../features/moderation/components/failed-refunds.tsx'
import { failedRefundsQuery } from '../../features/moderation/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export default function FailedRefundsPage() {
  const { data, error, isFetching, refetch } = useQuery(failedRefundsQuery())
  return (
    <>
      <PageTitle>Returned refunds</PageTitle>
      <PageHeader
        title="Returned refunds"
        description="Refunds that the mentee's bank sent back. Find the payment at the payment provider by its number, agree on another way with the mentee, and mark it here once it is paid."
      />
      {data && data.length > 0 ? (
        <FailedRefunds refunds={data} />
      ) : data ? (
        <EmptyState icon={Undo2} title="No refund has come back" />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton className="h-80" />
      )}
    </>
  )
}
