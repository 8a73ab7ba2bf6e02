import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { PageTitle } from '../../components/page-title.tsx'
import { ownProfileQuery } from '../../features/mentors-own/queries.ts'
import { Scheduler } from '../../features/scheduler/components/scheduler.tsx'
import { formatDate, timeZoneName } from '../../lib/dates.ts'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { queryClient } from '../../lib/query-client.ts'
import { PageHeader } from '../../ui/page-header.tsx'

const SessionNotes = lazy(async () => ({
  default: (await import('../../features/live/components/session-notes.tsx')).SessionNotes,
}))
const MenteeAbout = lazy(async () => ({
  default: (await import('../../features/mentors-own/components/mentee-about.tsx')).MenteeAbout,
}))

export async function clientLoader() {
  await queryClient.ensureQueryData(ownProfileQuery(requireLogin('mentor').userId))
}

export default function SchedulerPage() {
  const { userId } = useLogin('mentor')
  const { timeZone } = useSuspenseQuery(ownProfileQuery(userId)).data
  return (
    <>
      <PageTitle>Scheduler</PageTitle>
      <PageHeader
        title="Scheduler"
        description={`Drag over free time to publish it. Times are in ${timeZoneName(timeZone)}.`}
      />
      <Scheduler
        mentorId={userId}
        timeZone={timeZone}
        more={({ _id, menteeId, status, start }, isOver) =>
          menteeId ? (
            <div className="flex min-h-10 flex-wrap gap-3">
              <Suspense>
                <MenteeAbout mentee={menteeId} />
                {isOver && status !== 'cancelled' ? (
                  <SessionNotes of="mentor" slotId={_id} when={formatDate(start, timeZone)} />
                ) : null}
              </Suspense>
            </div>
          ) : null
        }
      />
    </>
  )
}
