import type { Slot } from '@marga/contract/slots'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { PushPrompt } from '../../components/push-prompt.tsx'
import { useOpenChat } from '../../features/chat/hooks/use-open-chat.ts'
import { contestsQuery } from '../../features/disputes/queries.ts'
import { invalidateEnrollments } from '../../features/enrollments/realtime.ts'
import { CancelBookingDialog } from '../../features/slots/components/cancel-booking-dialog.tsx'
import { MoveDialog } from '../../features/slots/components/move-dialog.tsx'
import { useBookedPeriod } from '../../features/slots/hooks/use-booked-period.ts'
import { useCancelBooking } from '../../features/slots/mutations.ts'
import { timeZoneName } from '../../lib/dates.ts'
import { useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { throwUnlessOutOfReach } from '../../lib/out-of-reach.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useNow } from '../../lib/use-now.ts'
import { useTimeZone } from '../../lib/use-time-zone.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { UpcomingSessions } from './upcoming-sessions.tsx'

const PastSessions = lazy(async () => ({ default: (await import('./past-sessions.tsx')).PastSessions }))
const ProposeTimesForm = lazy(async () => ({
  default: (await import('../../features/moves/components/propose-times-form.tsx')).ProposeTimesForm,
}))

type Asked = { what: 'move' | 'cancel'; slot: Slot } | null

export default function BookedSlotsPage() {
  const { pushKey } = useInstallation().config
  const { userId } = useLogin('mentee')
  const now = useNow(30_000)
  const zone = timeZoneName(useTimeZone())
  const { when, slotId, setWhen } = useBookedPeriod(userId, useLinkedContest()?.slotId ?? null)
  const [asked, setAsked] = useState<Asked>(null)
  const chat = useOpenChat('mentee', (conversationId) => paths.mentees.inbox.getHref({ conversationId }))
  const list = { userId, openSlotId: slotId, now }
  const upcoming = (
    <UpcomingSessions
      {...list}
      onChat={({ mentorId }) => chat.mutate(mentorId._id)}
      onMove={(slot) => setAsked({ what: 'move', slot })}
      onCancel={(slot) => setAsked({ what: 'cancel', slot })}
    />
  )
  const past = (
    <Suspense fallback={<Skeleton className="h-44 rounded-lg" />}>
      <PastSessions {...list} />
    </Suspense>
  )
  return (
    <>
      <PageTitle>Booked slots</PageTitle>
      <PageHeader title="Booked slots" description={`Your sessions, in ${zone}.`} />
      <PushPrompt
        of="mentee"
        userId={userId}
        pushKey={pushKey}
        reason="Get a reminder before each session?"
        className="mb-6 rounded-lg"
      />
      <Tabs
        label="Which sessions"
        value={when}
        onChange={setWhen}
        tabs={[
          { value: 'upcoming', label: 'Upcoming', content: upcoming },
          { value: 'past', label: 'Past', content: past },
        ]}
      />
      <ChangeDialogs asked={asked} now={now} onClose={() => setAsked(null)} />
    </>
  )
}

/** The contest that a notice leads to. */
function useLinkedContest() {
  const id = useSearchParams()[0].get('contest')
  const { data: contests } = useQuery({
    ...contestsQuery('mentee'),
    enabled: id !== null,
    throwOnError: throwUnlessOutOfReach,
  })
  return id ? contests?.find(({ _id }) => _id === id) : undefined
}

type ChangeDialogsProps = { asked: Asked; now: Date; onClose: () => void }

function ChangeDialogs({ asked, now, onClose }: ChangeDialogsProps) {
  const cancel = useCancelBooking()
  if (!asked) return null
  const { what, slot } = asked
  if (what === 'move') {
    const proposing = (
      <Suspense fallback={<SkeletonText lines={4} />}>
        <ProposeTimesForm of="mentee" slot={slot} otherName={slot.mentorId.firstName} onProposed={onClose} />
      </Suspense>
    )
    return <MoveDialog isOpen slot={slot} now={now} proposing={proposing} onClose={onClose} />
  }
  return (
    <CancelBookingDialog
      slot={slot}
      now={now}
      isLoading={cancel.isPending}
      onClose={() => {
        cancel.abandon()
        onClose()
      }}
      onConfirm={() =>
        cancel.mutate(slot._id, {
          onSettled: () => {
            onClose()
            invalidateEnrollments(queryClient)
          },
        })
      }
    />
  )
}
