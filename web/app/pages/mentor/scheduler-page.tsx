import { useSuspenseQuery } from '@tanstack/react-query'
import { PageTitle } from '../../components/page-title.tsx'
import { ownProfileQuery } from '../../features/mentors-own/queries.ts'
import { Scheduler } from '../../features/scheduler/components/scheduler.tsx'
import { comingSlotsQuery } from '../../features/scheduler/queries.ts'
import { timeZoneName } from '../../lib/dates.ts'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { queryClient } from '../../lib/query-client.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export async function clientLoader() {
  const { userId } = requireLogin('mentor')
  await Promise.all([
    queryClient.ensureQueryData(ownProfileQuery(userId)),
    // Where the calendar opens depends on what is ahead.
    queryClient.ensureQueryData(comingSlotsQuery(userId)),
  ])
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
      <Scheduler mentorId={userId} timeZone={timeZone} />
    </>
  )
}
