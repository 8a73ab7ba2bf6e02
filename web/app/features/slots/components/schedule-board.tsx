import type { Slot } from '@marga/contract/slots'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { dayKey, formatShortMoment, timeZoneName } from '../../../lib/dates.ts'
import {
  bookableUntil,
  bookedSlotsQuery,
  mentorSlotsQuery,
  ownBookingQuery,
} from '../../../lib/slots/mentee-slot-queries.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useTimeZone } from '../../../lib/use-time-zone.ts'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { openByDay } from '../rules.ts'
import { BookSlotDialog } from './book-slot-dialog.tsx'
import { OpenSlotList } from './open-slot-list.tsx'
import { UpcomingList } from './upcoming-list.tsx'

/** In a chunk of its own: the open hours are there before the calendar is. */
const SlotCalendar = lazy(async () => ({ default: (await import('./slot-calendar.tsx')).SlotCalendar }))

type ScheduleBoardProps = {
  mentorId: string
  menteeId: string
  mentorTimeZone: string | undefined
  /** When the session begins that was pressed elsewhere: its booking opens. */
  at: string | null
  /** That can be booked, this booking not counted. */
  calls: number
  /** Whether there are new ones with the next period. */
  isRenewing: boolean
  /** Of the subscription that pays. */
  isPausedAt: (moment: Date) => boolean
  bookedSlotsHref: string
  onBooked: () => void
  /** Where a day has no open time: the way to ask for one. */
  ask: ReactNode
}

/** A mentor's open hours by day, the way to book one, and what is booked already. */
export function ScheduleBoard(props: ScheduleBoardProps) {
  const { at, mentorId } = props
  // Whether the time of the address is free is said of slots that are of now.
  const {
    data: slots,
    isFetchedAfterMount,
    fetchStatus,
  } = useQuery({
    ...mentorSlotsQuery(mentorId),
    ...(at ? { refetchOnMount: 'always' as const } : {}),
  })
  const isOfNow = at === null || isFetchedAfterMount || fetchStatus === 'paused'
  return slots && isOfNow ? (
    <LoadedBoard {...props} slots={slots} />
  ) : (
    <Skeleton className="h-112 rounded-lg" />
  )
}

function LoadedBoard({ slots, at, ...props }: ScheduleBoardProps & { slots: readonly Slot[] }) {
  const { mentorId, menteeId, mentorTimeZone, calls, isRenewing, isPausedAt } = props
  const { bookedSlotsHref, onBooked, ask } = props
  const booked = useInfiniteQuery(bookedSlotsQuery(menteeId, 'upcoming'))
  const upcoming = booked.data?.pages.flatMap((page) => page.bookedSlots)
  const now = useNow(30_000)
  const timeZone = useTimeZone()
  const open = openByDay(slots, now, (time) => dayKey(time, timeZone))
  const [wanted] = useState(() =>
    at ? [...open.values()].flat().find(({ start }) => start === at) : undefined,
  )
  const [chosen, setChosen] = useState<Slot | null>(wanted ?? null)
  // The address still names a time that was booked from it: after a reload, say, it is among the own ones.
  const { data: isOwn } = useQuery({
    ...ownBookingQuery({ menteeId, mentorId, start: at ?? '' }),
    enabled: at !== null && !wanted,
    throwOnError: false,
  })
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[1fr_20rem]">
      {at && !wanted && isOwn === false ? <GoneNote at={at} /> : null}
      <OpenHours
        open={open}
        now={now}
        timeZone={timeZone}
        firstDay={wanted?.start}
        ask={ask}
        onChoose={setChosen}
      />
      <UpcomingList slots={upcoming} now={now} allHref={bookedSlotsHref} />
      <BookSlotDialog
        isOpen={chosen !== null}
        slot={chosen}
        menteeId={menteeId}
        mentorTimeZone={mentorTimeZone}
        calls={calls}
        isRenewing={isRenewing}
        isPausedAt={isPausedAt}
        onChoose={setChosen}
        onSettled={onBooked}
        onClose={() => setChosen(null)}
      />
    </div>
  )
}

const GoneNote = ({ at }: { at: string }) => (
  <p role="status" className="rounded-md bg-accent-soft px-4 py-3 text-sm text-accent-ink lg:col-span-2">
    {formatShortMoment(at)} is not free. Choose another time below.
  </p>
)

type OpenHoursProps = {
  /** By day, in their order. */
  open: ReturnType<typeof openByDay>
  now: Date
  timeZone: string
  /** A moment of the day that is shown first, if not the first with an open hour. */
  firstDay: string | undefined
  ask: ReactNode
  onChoose: (slot: Slot) => void
}

/** The days on which there are any, and the hours of the chosen one. */
function OpenHours({ open, now, timeZone, firstDay, ask, onChoose }: OpenHoursProps) {
  const [day, setDay] = useState<Date | null>(() => (firstDay ? new Date(firstDay) : null))
  const firstOpen = [...open.values()][0]?.[0]
  const shown = day ?? (firstOpen ? new Date(firstOpen.start) : now)
  const shownKey = dayKey(shown, timeZone)
  const next = [...open.values()].flat().find(({ start }) => dayKey(start, timeZone) > shownKey)
  return (
    <Card className="grid grid-cols-1 items-start gap-8 md:grid-cols-[minmax(0,22rem)_1fr]">
      <Suspense fallback={<Skeleton className="h-80 rounded-lg" />}>
        <SlotCalendar
          openCountOf={(key) => open.get(key)?.length ?? 0}
          selected={shown}
          onSelect={setDay}
          from={now}
          to={bookableUntil(now)}
        />
      </Suspense>
      <div className="min-w-0">
        <OpenSlotList
          day={shown}
          slots={open.get(shownKey) ?? []}
          next={next}
          ask={ask}
          onChoose={onChoose}
          onGoTo={setDay}
        />
        <p className="mt-4 text-sm text-ink-faint">Times in {timeZoneName(timeZone, shown)}</p>
      </div>
    </Card>
  )
}
