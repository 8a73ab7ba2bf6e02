import type { Slot } from '@marga/contract/slots'
import { type ComponentProps, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { PushPrompt } from '../../components/push-prompt.tsx'
import { useOpenChat } from '../../features/chat/hooks/use-open-chat.ts'
import { invalidateEnrollments } from '../../features/enrollments/realtime.ts'
import { SessionNotes } from '../../features/live/components/session-notes.tsx'
import { BookedSlotList } from '../../features/slots/components/booked-slot-list.tsx'
import { CancelBookingDialog } from '../../features/slots/components/cancel-booking-dialog.tsx'
import { useCancelBooking } from '../../features/slots/mutations.ts'
import { formatDate, timeZoneName } from '../../lib/dates.ts'
import { useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { BookedPeriod } from '../../lib/slots/slot-keys.ts'
import { useNow } from '../../lib/use-now.ts'
import { useTimeZone } from '../../lib/use-time-zone.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const { inbox, live, schedules, tickets } = paths.mentees

export default function BookedSlotsPage() {
  const { pushKey } = useInstallation().config
  const { userId } = useLogin('mentee')
  const now = useNow(30_000)
  const zone = timeZoneName(useTimeZone())
  const [query, setQuery] = useSearchParams()
  const [leaving, setLeaving] = useState<Slot | null>(null)
  const cancel = useCancelBooking()
  const chat = useOpenChat('mentee', (conversationId) => inbox.getHref({ conversationId }))
  const listOf = (when: BookedPeriod) => (
    <BookedSessions
      userId={userId}
      when={when}
      now={now}
      onChat={({ mentorId }) => chat.mutate(mentorId._id)}
      onCancel={setLeaving}
    />
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
        value={query.get('when') === 'past' ? 'past' : 'upcoming'}
        onChange={(when) => setQuery(when === 'past' ? { when } : {}, { replace: true })}
        tabs={[
          { value: 'upcoming', label: 'Upcoming', content: listOf('upcoming') },
          { value: 'past', label: 'Past', content: listOf('past') },
        ]}
      />
      {leaving ? (
        <CancelBookingDialog
          slot={leaving}
          now={now}
          isLoading={cancel.isPending}
          onClose={() => {
            cancel.abandon()
            setLeaving(null)
          }}
          onConfirm={() =>
            cancel.mutate(leaving._id, {
              onSettled: () => {
                setLeaving(null)
                invalidateEnrollments(queryClient)
              },
            })
          }
        />
      ) : null}
    </>
  )
}

type BookedSessionsProps = Pick<
  ComponentProps<typeof BookedSlotList>,
  'userId' | 'when' | 'now' | 'onChat' | 'onCancel'
>

const BookedSessions = (props: BookedSessionsProps) => (
  <BookedSlotList
    {...props}
    schedulesHref={schedules.getHref()}
    roomHref={(slotId) => live.getHref({ conversationId: slotId })}
    ticketHref={({ _id, mentorId, start }) =>
      tickets.getHref({}, { about: mentorId._id, kind: 'slot', id: _id, at: start })
    }
    notesOf={({ _id, start }) => <SessionNotes of="mentee" slotId={_id} when={formatDate(start)} />}
  />
)
