import { type ReactNode, useId } from 'react'
import { Button } from '../../../ui/button.tsx'

type BookingChoiceProps = {
  label: string
  /** What it will do, said before it is pressed. */
  note: string
  /** Whose session it is, for whoever hears the buttons of a list one after the other. */
  of: string
  onChoose?: (() => void) | undefined
  icon?: ReactNode
}

/** A button of a booking with what it does beside it; without `onChoose` it cannot be pressed. */
export function BookingChoice({ label, note, of: session, onChoose, icon }: BookingChoiceProps) {
  const noteId = useId()
  return (
    <div className="grid grid-cols-1 items-center justify-items-start gap-x-3 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
      <Button
        variant="secondary"
        size="sm"
        className="min-w-24"
        aria-label={`${label} ${session}`}
        aria-describedby={noteId}
        disabled={!onChoose}
        onClick={onChoose}
      >
        {icon}
        {label}
      </Button>
      <p id={noteId} className="text-sm text-ink-soft">
        {note}
      </p>
    </div>
  )
}
