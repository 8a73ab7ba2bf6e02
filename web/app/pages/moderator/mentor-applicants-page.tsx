import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { Applicants } from '../../features/moderation/components/applicants.tsx'
import { requestsQuery } from '../../features/moderation/queries.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export default function MentorApplicantsPage() {
  const query = useInfiniteQuery(requestsQuery())
  const requests = query.data?.pages.flatMap(({ mentorRequests }) => mentorRequests)
  const total = query.data?.pages.at(-1)?.total ?? 0
  return (
    <>
      <PageTitle>Mentor Applicants</PageTitle>
      <PageHeader
        title="Mentor applicants"
        description={
          requests && requests.length > 0
            ? `${total} waiting, the longest first.`
            : 'People who want to become mentors.'
        }
      />
      {requests && requests.length > 0 ? (
        <Applicants
          requests={requests}
          total={total}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        />
      ) : requests ? (
        <EmptyState
          icon={Inbox}
          title="No applications waiting"
          action={
            <Link
              to={paths.moderator.mentorsList.getHref()}
              className={buttonStyle({ variant: 'secondary' })}
            >
              See all mentors
            </Link>
          }
        >
          New applications appear here.
        </EmptyState>
      ) : query.isError ? (
        <ErrorState
          message="Error Fetching Mentor Applicants"
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <div className="grid gap-5 lg:grid-cols-[17rem_minmax(0,1fr)]">
          <Skeleton className="h-72 max-lg:h-10" />
          <Skeleton className="h-120" />
        </div>
      )}
      <LoadMore list={query} label="Show more applicants" />
    </>
  )
}
