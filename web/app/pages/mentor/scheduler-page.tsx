import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { PageTitle } from '../../components/page-title.tsx'
import { ZoneLine } from '../../features/mentor-profile/components/zone-line.tsx'
import { ZoneQuestion } from '../../features/mentor-profile/components/zone-question.tsx'
import { ownProfileQuery } from '../../features/mentor-profile/queries.ts'
import { Scheduler } from '../../features/scheduler/components/scheduler.tsx'
import { browserTimeZone, formatDate, isSameZone } from '../../lib/dates.ts'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { queryClient } from '../../lib/query-client.ts'
import { comingSlotsQuery } from '../../lib/slots/mentor-slot-queries.ts'
import { PageHeader } from '../../ui/page-header.tsx'

const SessionNotes = lazy(async () => ({
  default: (await import('../../features/live/components/session-notes.tsx')).SessionNotes,
}))
const MenteeAbout = lazy(async () => ({
  default: (await import('../../features/mentor-profile/components/mentee-about.tsx')).MenteeAbout,
}))

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
  const { timeZone, isTimeZoneChosen } = useSuspenseQuery(ownProfileQuery(userId)).data
  const ofBrowser = browserTimeZone()
  const isInDoubt = !isTimeZoneChosen && !isSameZone(ofBrowser, timeZone)
  return (
    <>
      <PageTitle>Scheduler</PageTitle>
      <PageHeader
        title="Scheduler"
        description={
          <>
            Drag over free time to publish it. <ZoneLine mentorId={userId} timeZone={timeZone} />
          </>
        }
      />
      <Scheduler
        mentorId={userId}
        timeZone={timeZone}
        zoneQuestion={
          isInDoubt ? <ZoneQuestion mentorId={userId} ofAccount={timeZone} ofBrowser={ofBrowser} /> : null
        }
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
