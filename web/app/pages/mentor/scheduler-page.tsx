import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { ZoneLine } from '../../features/mentor-profile/components/zone-line.tsx'
import { ZoneQuestion } from '../../features/mentor-profile/components/zone-question.tsx'
import { ownProfileQuery } from '../../features/mentor-profile/queries.ts'
import { Scheduler } from '../../features/scheduler/components/scheduler.tsx'
import { browserTimeZone, isSameZone } from '../../lib/dates.ts'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { queryClient } from '../../lib/query-client.ts'
import { comingSlotsQuery, linkedSlotQuery } from '../../lib/slots/mentor-slot-queries.ts'
import { PageHeader } from '../../ui/page-header.tsx'

const SlotExtras = lazy(async () => ({ default: (await import('./slot-extras.tsx')).SlotExtras }))

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
  const slotId = useSearchParams()[0].get('slot')
  const linkedSlot = useQuery({ ...linkedSlotQuery(slotId ?? ''), enabled: slotId !== null }).data ?? null
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
        linkedSlot={slotId ? linkedSlot : null}
        more={(slot, isOver) => (
          <Suspense>
            <SlotExtras userId={userId} slot={slot} isOver={isOver} timeZone={timeZone} />
          </Suspense>
        )}
      />
    </>
  )
}
