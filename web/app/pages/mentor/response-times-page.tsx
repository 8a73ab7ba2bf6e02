import { limits } from '@marga/contract/limits'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Plane } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageTitle } from '../../components/page-title.tsx'
import { ZoneNote } from '../../components/zone-note.tsx'
import { availabilityQuery } from '../../features/availability/queries.ts'
import { ownProfileQuery } from '../../features/mentor-profile/queries.ts'
import { CalmLine } from '../../features/response-times/components/calm-line.tsx'
import { LateAnswers } from '../../features/response-times/components/late-answers.tsx'
import { ResponseFigures } from '../../features/response-times/components/response-figures.tsx'
import { TimeAway } from '../../features/response-times/components/time-away.tsx'
import { WaitingList } from '../../features/response-times/components/waiting-list.tsx'
import { ownResponseTimesQuery } from '../../features/response-times/queries.ts'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useNow } from '../../lib/use-now.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const chatHref = (conversationId: string) => paths.mentors.inbox.getHref({ conversationId })

export async function clientLoader() {
  await queryClient.ensureQueryData(ownProfileQuery(requireLogin('mentor').userId))
}

export default function ResponseTimesPage() {
  const { userId } = useLogin('mentor')
  const { timeZone } = useSuspenseQuery(ownProfileQuery(userId)).data
  const hours = useQuery(availabilityQuery(userId)).data?.availability
  return (
    <>
      <PageTitle>Response times</PageTitle>
      <PageHeader
        title="Response times"
        description={`Mentees are promised an answer within ${limits.answerHours} hours. See who waits and how you do, and say when you are away.`}
        actions={
          <a href="#time-away" className={buttonStyle({ variant: 'secondary', className: 'lg:hidden' })}>
            <Plane className="size-5" aria-hidden="true" />
            Time away
          </a>
        }
      />
      <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-8">
        <div className="grid grid-cols-1 gap-10">
          <Answers userId={userId} />
        </div>
        <TimeAway mentorId={userId} timeZone={hours?.timeZone ?? timeZone} />
      </div>
      <ZoneNote className="mt-6 text-xs text-ink-faint" />
    </>
  )
}

function Answers({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery(ownResponseTimesQuery(userId))
  const now = useNow(60_000)
  if (!data)
    return error ? (
      <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Skeleton className="h-80 rounded-lg" />
    )
  const { response, answers, waiting, late } = data
  return (
    <>
      <Part title={`The last ${limits.responseDays} days`}>
        <ResponseFigures response={response} answers={answers} />
      </Part>
      <Part title="Needs reply">
        {waiting.length > 0 ? (
          <WaitingList waiting={waiting} now={now} chatHref={chatHref} />
        ) : (
          <CalmLine>No one is waiting for you.</CalmLine>
        )}
      </Part>
      <Part title="Late answers">
        <LateAnswers late={late} waiting={waiting} chatHref={chatHref} />
      </Part>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className="mb-4 text-2xl">{title}</h2>
    {children}
  </section>
)
