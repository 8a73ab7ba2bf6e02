import type { Slot } from '@marga/contract/slots'
import { type Day, wallClock } from '@marga/contract/wall-clock'
import { addDays, weekOf } from '@marga/contract/zoned-time'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { NotKept } from '../../../components/not-kept.tsx'
import { comingSlotsQuery } from '../../../lib/slots/mentor-slot-queries.ts'
import { useFocusAfter } from '../../../lib/use-focus-after.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { useOpenedSlot } from '../hooks/use-opened-slot.ts'
import { useSchedulerView } from '../hooks/use-scheduler-view.ts'
import { useShownWeek } from '../hooks/use-shown-week.ts'
import { isPast, morningOf, openingDay, openingMinutes, pickedInterval, type SelectedTime } from '../rules.ts'
import { Agenda } from './agenda.tsx'
import { DayStrip } from './day-strip.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SchedulerToolbar } from './scheduler-toolbar.tsx'
import { SlotPanel } from './slot-panel.tsx'
import { TimeGrid } from './time-grid.tsx'

type SchedulerProps = {
  mentorId: string
  timeZone: string
  /** Asked before the first publication when it is in doubt in which zone the times are. */
  zoneQuestion: ReactNode
  /** That to which a link leads: the calendar turns to its day and it is opened. */
  linkedSlot: Slot | null
  /** Leads to the weekly hours, for a mentor who has nothing ahead. */
  onSetHours: () => void
  /** What other parts of the product add to a slot that is looked at. */
  panel: Pick<ComponentProps<typeof SlotPanel>, 'more' | 'cancelMessage'>
}

/** The mentor's calendar: looking, publishing, taking back. */
export function Scheduler(props: SchedulerProps) {
  const { mentorId, timeZone, zoneQuestion, linkedSlot, onSetHours, panel } = props
  const now = useNow(30_000)
  const today = wallClock(now, timeZone)
  const { data: ahead } = useQuery(comingSlotsQuery(mentorId))
  const coming = ahead ?? { slots: [], heldUntil: null }
  // Once: what is published later does not turn the page.
  const [opening] = useState(() => openingDay(coming.slots, now, timeZone))
  const shown = useSchedulerView(linkedSlot ? wallClock(linkedSlot.start, timeZone).day : opening)
  const [selected, setSelected] = useState<SelectedTime | null>(null)
  // The whole week even for one day: stepping from day to day asks for nothing.
  const week = useShownWeek(mentorId, weekOf(shown.day), { timeZone, today: today.day, coming })
  const known = [...new Map([...coming.slots, ...week.slots].map((slot) => [slot._id, slot])).values()]
  const opened = useOpenedSlot({ linkedSlot, known, onForget: shown.forgetSlot })
  const isEmpty = ahead?.heldUntil === null && ahead.slots.every((slot) => isPast(slot, now))
  const board = useFocusAfter<HTMLElement>(selected !== null || opened.slot !== null)
  const add = () => setSelected(timeToPublish(shown.day, today))

  return (
    <section ref={board} tabIndex={-1} aria-label="Calendar" className="outline-none">
      <SchedulerToolbar
        title={shown.title}
        view={shown.view}
        views={shown.views}
        onView={shown.setView}
        onStep={shown.step}
        onToday={() => shown.setDay(today.day)}
        onAdd={add}
      />
      {shown.view === 'list' ? (
        <Agenda {...{ mentorId, timeZone, now, onSetHours }} onOpen={opened.open} onAdd={add} />
      ) : week.isMissing ? (
        <NotKept what="These days" isRetrying={week.isFetching} onRetry={week.refetch} />
      ) : (
        <DayColumns
          shown={shown}
          week={week}
          known={known}
          timeZone={timeZone}
          now={now}
          notice={isEmpty ? <NothingAhead onSetHours={onSetHours} /> : null}
          onSelect={setSelected}
          onOpen={opened.open}
        />
      )}
      <PublishDialog
        isOpen={selected !== null}
        mentorId={mentorId}
        timeZone={timeZone}
        zoneQuestion={zoneQuestion}
        selected={selected}
        slots={known}
        onClose={() => setSelected(null)}
      />
      {opened.slot ? (
        <SlotPanel {...panel} slot={opened.slot} timeZone={timeZone} now={now} onClose={opened.close} />
      ) : null}
    </section>
  )
}

/** Over days of which a part is not kept on this device and could not be fetched. */
const NotAllShown = ({ lost }: { lost: readonly string[] }) => (
  <div role="status">
    {lost.length > 0 ? (
      <p className="mb-4 rounded-lg bg-sunken px-4 py-3">
        Not everything could be loaded. Missing: {lost.join('; ')}.
      </p>
    ) : null}
  </div>
)

/** Over an empty calendar: the quickest way to fill it. */
const NothingAhead = ({ onSetHours }: { onSetHours: () => void }) => (
  <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-accent-soft px-4 py-3">
    <span className="min-w-0 flex-1 basis-60">
      Nothing planned. Say once when you are free each week, and your calendar fills automatically.
    </span>
    <Button onClick={onSetHours}>Set weekly hours</Button>
  </p>
)

/** What the button proposes: nine o'clock on a day to come, today an hour that is well ahead. In the last one it is tomorrow. */
function timeToPublish(day: Day, today: { day: Day; minutes: number }): SelectedTime {
  if (day > today.day) return morningOf(day)
  const minutes = Math.min(Math.ceil(today.minutes / 60 + 1), 23) * 60
  return minutes > today.minutes
    ? { day: today.day, ...pickedInterval(minutes) }
    : morningOf(addDays(today.day, 1))
}

type DayColumnsProps = Pick<ComponentProps<typeof TimeGrid>, 'timeZone' | 'now' | 'onSelect' | 'onOpen'> & {
  week: Pick<ReturnType<typeof useShownWeek>, 'slots' | 'lost'>
  shown: ReturnType<typeof useSchedulerView>
  /** Of other days, too: they say at which hour the mentor's day begins. */
  known: readonly Slot[]
  /** Over the days. */
  notice: ReactNode
}

function DayColumns({ shown, week, known, notice, ...grid }: DayColumnsProps) {
  const { timeZone, now } = grid
  const { slots, lost } = week
  return (
    <>
      <NotAllShown lost={lost} />
      {notice}
      {shown.view === 'day' ? (
        <DayStrip
          days={weekOf(shown.day)}
          chosen={shown.day}
          today={wallClock(now, timeZone).day}
          slots={slots}
          timeZone={timeZone}
          onChoose={shown.setDay}
        />
      ) : null}
      <TimeGrid
        key={shown.view}
        {...grid}
        slots={slots}
        days={shown.days}
        from={openingMinutes(known, { days: shown.days, now, timeZone })}
      />
    </>
  )
}
