import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'
import { useState } from 'react'
import { formatDate, formatTime, timeZoneName } from '../../../lib/dates.ts'
import { useTimeZone } from '../../../lib/use-time-zone.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useBookIntro } from '../intro.ts'
import { groupByDay } from '../rules.ts'
import { SlotTimes } from './slot-times.tsx'

type IntroTimesProps = { slots: readonly Slot[]; mentorTimeZone: string | undefined }

/** The open intro times by day; one of them becomes the call. */
export function IntroTimes({ slots, mentorTimeZone }: IntroTimesProps) {
  const timeZone = useTimeZone()
  const [chosen, setChosen] = useState<Slot | null>(null)
  const book = useBookIntro()
  const days = groupByDay(slots)
  return (
    <>
      <h2 className="text-xl">Choose a time</h2>
      <p className="mt-1 mb-2 text-sm text-ink-faint">Times in {timeZoneName(timeZone, slots[0]?.start)}</p>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {[...days].map(([day, ofDay]) => (
          <IntroDay key={day} slots={ofDay} onChoose={setChosen} />
        ))}
      </ul>
      {chosen ? (
        <Dialog
          isOpen
          onOpenChange={() => {
            book.abandon()
            setChosen(null)
          }}
          title={`Intro call with ${chosen.mentorId.firstName}`}
        >
          <SlotTimes
            start={chosen.start}
            end={chosen.end}
            ownTimeZone={timeZone}
            mentorTimeZone={mentorTimeZone}
            mentorName={chosen.mentorId.firstName}
          />
          <p className="mt-4 text-ink-soft">
            {limits.introMinutes} minutes, free, once with each mentor. You can write to each other from now
            until a week after the call.
          </p>
          <Button
            isWide
            className="mt-5"
            isLoading={book.isPending}
            onClick={() =>
              book.mutate(
                { mentorId: chosen.mentorId._id, slotId: chosen._id },
                { onSettled: () => setChosen(null) },
              )
            }
          >
            Book this time
          </Button>
        </Dialog>
      ) : null}
    </>
  )
}

type IntroDayProps = { slots: readonly Slot[]; onChoose: (slot: Slot) => void }

const IntroDay = ({ slots, onChoose }: IntroDayProps) => (
  <li className="grid gap-x-6 gap-y-2.5 py-4 last:pb-0 sm:grid-cols-[11rem_1fr] sm:items-center">
    <h3 className="font-sans text-base font-semibold tracking-normal">{formatDate(slots[0]!.start)}</h3>
    <ul className="flex flex-wrap gap-2.5">
      {slots.map((slot) => (
        <IntroTime key={slot._id} slot={slot} onChoose={onChoose} />
      ))}
    </ul>
  </li>
)

function IntroTime({ slot, onChoose }: { slot: Slot; onChoose: (slot: Slot) => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={() => onChoose(slot)}
        aria-label={`Book ${formatDate(slot.start)}, ${formatTime(slot.start)}`}
        className="min-h-11 rounded-md border border-line-strong bg-surface px-4 font-semibold tabular-nums hover:border-positive hover:bg-positive-soft"
      >
        {formatTime(slot.start)}
      </button>
    </li>
  )
}
