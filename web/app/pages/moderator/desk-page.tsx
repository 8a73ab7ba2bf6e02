import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '../../components/page-title.tsx'
import { DeskFigures } from '../../features/cases/components/desk-figures.tsx'
import { deskQuery } from '../../features/cases/queries.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export default function DeskPage() {
  const { data, error, refetch, isFetching } = useQuery(deskQuery())
  return (
    <>
      <PageTitle>Figures</PageTitle>
      <PageHeader title="Figures" description="How the moderators’ work stands." />
      {data ? (
        <DeskFigures desk={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton className="h-120" />
      )}
    </>
  )
}
