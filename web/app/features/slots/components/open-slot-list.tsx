import type { Slot } from '@marga/contract/slots'
import { CalendarX2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate, formatTimeRange } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'

type OpenSlotListProps = {
  day: Date
  slots: readonly Slot[]
  /** The first open hour on a later day, if there is one. */
  next: Slot | undefined
  /** The way to ask for a time that is not there. */
  ask: ReactNode
  onChoose: (slot: Slot) => void
  onGoTo: (day: Date) => void
}

/** The open hours of one day. */
export function OpenSlotList({ day, slots, next, ask, onChoose, onGoTo }: OpenSlotListProps) {
  return (
    <section aria-labelledby="open-times" aria-live="polite">
      <h2 id="open-times" className="mb-4 text-xl">
        {formatDate(day)}
      </h2>
      {slots.length === 0 ? (
        <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-line-strong p-6 text-center text-ink-soft">
          <CalendarX2 className="size-7 text-ink-faint" aria-hidden="true" />
          <p>No open time on this day.</p>
          {next ? (
            <Button variant="secondary" size="sm" onClick={() => onGoTo(new Date(next.start))}>
              Next open day: {formatDate(next.start)}
            </Button>
          ) : null}
          {ask}
        </div>
      ) : (
        <ul className="grid grid-cols-1 gap-2.5">
          {slots.map((slot) => (
            <li key={slot._id}>
              <SlotChoice slot={slot} label={formatTimeRange(slot.start, slot.end)} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type SlotChoiceProps = { slot: Slot; label: string; onChoose: (slot: Slot) => void }

/** One open hour; its whole line is the button. */
export function SlotChoice({ slot, label, onChoose }: SlotChoiceProps) {
  const day = formatDate(slot.start)
  const when = label.startsWith(day) ? label : `${day}, ${label}`
  return (
    <button
      type="button"
      onClick={() => onChoose(slot)}
      // Contains what is shown, for those who say it; and the day, for those who do not see it.
      aria-label={`Book ${[when, slot.title].filter(Boolean).join(', ')}`}
      className="flex min-h-14 w-full items-center justify-between gap-4 rounded-md border border-line-strong bg-surface px-4 py-2.5 text-left hover:border-positive hover:bg-positive-soft"
    >
      <span className="min-w-0">
        <span className="block font-semibold tabular-nums">{label}</span>
        {slot.title ? <span className="block truncate text-sm text-ink-soft">{slot.title}</span> : null}
      </span>
      <span className="text-sm font-semibold text-positive-ink">Book</span>
    </button>
  )
}
