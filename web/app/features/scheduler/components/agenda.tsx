import type { Slot } from '@marga/contract/slots'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { NotKept } from '../../../components/not-kept.tsx'
import { formatDate, formatTime } from '../../../lib/dates.ts'
import { throwUnlessOutOfReach } from '../../../lib/out-of-reach.ts'
import { comingSlotsQuery, pastSlotsQuery } from '../../../lib/slots/mentor-slot-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { isPast } from '../rules.ts'
import { SlotList } from './slot-list.tsx'

type AgendaProps = {
  mentorId: string
  timeZone: string
  now: Date
  onOpen: (slot: Slot) => void
  onAdd: () => void
  onSetHours: () => void
}

/** All that is ahead, and what of the last weeks is behind, without a grid. */
export function Agenda({ mentorId, timeZone, now, onOpen, onAdd, onSetHours }: AgendaProps) {
  const list = { timeZone, now, onOpen }
  return (
    <Tabs
      label="Which slots"
      tabs={[
        {
          value: 'coming',
          label: 'Upcoming',
          content: <Coming {...{ mentorId, onAdd, onSetHours }} {...list} />,
        },
        { value: 'past', label: 'Past', content: <Past mentorId={mentorId} {...list} /> },
      ]}
    />
  )
}

function Coming({ mentorId, onAdd, onSetHours, ...list }: AgendaProps) {
  const { data, isFetching, refetch } = useQuery(comingSlotsQuery(mentorId))
  if (!data) return <AgendaSkeleton />
  const coming = data.slots.filter((slot) => !isPast(slot, list.now))
  if (coming.length > 0)
    return (
      <>
        <SlotList slots={coming} {...list} />
        {data.heldUntil ? (
          <ListEnd>
            Times from {formatDate(data.heldUntil, list.timeZone)},{' '}
            {formatTime(data.heldUntil, list.timeZone)} on are not kept on this device.
          </ListEnd>
        ) : null}
      </>
    )
  if (data.heldUntil)
    return <NotKept what="Upcoming times" isRetrying={isFetching} onRetry={() => void refetch()} />
  return (
    <EmptyState
      icon={CalendarPlus}
      title="Nothing planned"
      action={
        <>
          <Button onClick={onSetHours}>Set weekly hours</Button>
          <Button variant="secondary" onClick={onAdd}>
            Add a time
          </Button>
        </>
      }
    >
      Say once when you are free each week, and your calendar fills automatically. Or add single times.
    </EmptyState>
  )
}

const ListEnd = ({ children }: { children: ReactNode }) => (
  <p className="mt-6 text-sm text-ink-soft">{children}</p>
)

function Past({ mentorId, ...list }: Omit<AgendaProps, 'onAdd' | 'onSetHours'>) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...pastSlotsQuery(mentorId, list.timeZone),
    throwOnError: (error, { state }) => state.data === undefined && throwUnlessOutOfReach(error),
  })
  if (!data && isError)
    return <NotKept what="Past sessions" isRetrying={isFetching} onRetry={() => void refetch()} />
  if (!data) return <AgendaSkeleton />
  const past = data.slots.filter((slot) => isPast(slot, list.now))
  const since = formatDate(data.since, list.timeZone)
  return past.length > 0 ? (
    <>
      <SlotList slots={past} {...list} />
      <ListEnd>This list goes back to {since}. Days before that are in the calendar.</ListEnd>
    </>
  ) : (
    <EmptyState icon={History} title={`Nothing since ${since}`}>
      Past sessions are listed here. Days before that are in the calendar.
    </EmptyState>
  )
}

const AgendaSkeleton = () => (
  <div className="grid gap-6">
    {[1, 2, 3].map((day) => (
      <div key={day} className="grid gap-2 sm:grid-cols-[8rem_1fr] sm:gap-5">
        <Skeleton className="mt-2 h-6 w-24" />
        <Skeleton className="h-32" />
      </div>
    ))}
  </div>
)
