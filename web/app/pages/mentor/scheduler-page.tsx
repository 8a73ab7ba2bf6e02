import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import type { HoursEdit } from '../../features/availability/hours-rules.ts'
import { ZoneLine } from '../../features/mentor-profile/components/zone-line.tsx'
import { ZoneQuestion } from '../../features/mentor-profile/components/zone-question.tsx'
import { ownProfileQuery } from '../../features/mentor-profile/queries.ts'
import { Scheduler } from '../../features/scheduler/components/scheduler.tsx'
import { browserTimeZone, isSameZone } from '../../lib/dates.ts'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { queryClient } from '../../lib/query-client.ts'
import { comingSlotsQuery, linkedSlotQuery } from '../../lib/slots/mentor-slot-queries.ts'
import { useUnsaved } from '../../lib/unsaved.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const SlotExtras = lazy(async () => ({ default: (await import('./slot-extras.tsx')).SlotExtras }))
const CancelMessage = lazy(async () => ({ default: (await import('./cancel-message.tsx')).CancelMessage }))
const HoursTab = lazy(async () => ({ default: (await import('./hours-tab.tsx')).HoursTab }))
const TimesAskedFor = lazy(async () => ({
  default: (await import('../../features/time-requests/components/times-asked-for.tsx')).TimesAskedFor,
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
  const { timeZone } = useSuspenseQuery(ownProfileQuery(userId)).data
  const [tab, openTab] = useTab()
  // Here, so that it stays while the calendar is looked at.
  const [edit, setEdit] = useState<HoursEdit | null>(null)
  useUnsaved(edit !== null)
  return (
    <>
      <PageTitle>Scheduler</PageTitle>
      <PageHeader
        title="Scheduler"
        description={
          <>
            {tab === 'calendar' ? 'Drag over free time to publish it. ' : null}
            <ZoneLine mentorId={userId} timeZone={timeZone} />
          </>
        }
      />
      <Suspense>
        <TimesAskedFor />
      </Suspense>
      <Tabs
        label="Calendar or weekly hours"
        value={tab}
        onChange={openTab}
        tabs={[
          {
            value: 'calendar',
            label: 'Calendar',
            content: <CalendarTab userId={userId} onSetHours={() => openTab('hours')} />,
          },
          {
            value: 'hours',
            label: 'Weekly hours',
            // With the days, dates and address that are typed but not added yet.
            isKept: true,
            content: (
              <Suspense fallback={<Skeleton className="h-144 rounded-lg" />}>
                <HoursTab
                  mentorId={userId}
                  zones={{ ofBrowser: browserTimeZone(), ofAccount: timeZone }}
                  edit={edit}
                  onEdit={setEdit}
                />
              </Suspense>
            ),
          },
        ]}
      />
    </>
  )
}

/** In the address, where the calendar's own views are, too. */
function useTab() {
  const [query, setQuery] = useSearchParams()
  const tab = query.get('view') === 'hours' ? 'hours' : 'calendar'
  const open = (next: string) =>
    setQuery(next === 'hours' ? { view: 'hours' } : {}, { preventScrollReset: true })
  return [tab, open] as const
}

function CalendarTab({ userId, onSetHours }: { userId: string; onSetHours: () => void }) {
  const { timeZone, isTimeZoneChosen } = useSuspenseQuery(ownProfileQuery(userId)).data
  const slotId = useSearchParams()[0].get('slot')
  const linkedSlot = useQuery({ ...linkedSlotQuery(slotId ?? ''), enabled: slotId !== null }).data ?? null
  const ofBrowser = browserTimeZone()
  const isInDoubt = !isTimeZoneChosen && !isSameZone(ofBrowser, timeZone)
  return (
    <Scheduler
      mentorId={userId}
      timeZone={timeZone}
      zoneQuestion={
        isInDoubt ? <ZoneQuestion mentorId={userId} ofAccount={timeZone} ofBrowser={ofBrowser} /> : null
      }
      linkedSlot={slotId ? linkedSlot : null}
      onSetHours={onSetHours}
      panel={{
        more: (slot, isOver) => (
          <Suspense>
            <SlotExtras userId={userId} slot={slot} isOver={isOver} timeZone={timeZone} />
          </Suspense>
        ),
        cancelMessage: (slot, send) => (
          <Suspense>
            <CancelMessage userId={userId} slot={slot} send={send} />
          </Suspense>
        ),
      }}
    />
  )
}
