import type { SlotClashes } from '@marga/contract/slots'
import { noonOf } from '@marga/contract/zoned-time'
import { ApiError } from '../../../lib/api-client.ts'
import { formatShortDay, formatTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'

type ConflictNoticeProps = {
  found: SlotClashes
  timeZone: string
  /** What is done with those that are possible: "publish the rest". */
  rest: string
  hasRest: boolean
  onSkip: () => void
}

const shownMax = 8

/** Every time that is not possible, by name, and a way to do without them. */
export function ConflictNotice({ found, timeZone, rest, hasRest, onSkip }: ConflictNoticeProps) {
  const taken = found.clashes.map(
    (start) => `${formatShortDay(start, timeZone)}, ${formatTime(start, timeZone)}`,
  )
  const missing = found.missingDays.map((day) => formatShortDay(noonOf(day), 'UTC'))
  const count = taken.length + missing.length
  return (
    <div role="alert" className="grid gap-3 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-ink">
      {taken.length > 0 ? <p>Already in your calendar: {listed(taken)}.</p> : null}
      {missing.length > 0 ? <p>The clocks change and skip this time: {listed(missing)}.</p> : null}
      {hasRest ? (
        <Button variant="secondary" onClick={onSkip} mayWrap>
          Skip {count === 1 ? 'this one' : `these ${count}`} and {rest}
        </Button>
      ) : (
        <p>There are no other times to use.</p>
      )}
    </div>
  )
}

const listed = (texts: readonly string[]) =>
  texts.slice(0, shownMax).join('; ') +
  (texts.length > shownMax ? ` and ${texts.length - shownMax} more` : '')

/** What a refusal says of times that are not possible; null when it is about something else. */
export function conflictsIn(error: unknown): SlotClashes | null {
  if (!(error instanceof ApiError)) return null
  const { clashes, missingDays } = error.details as Partial<SlotClashes>
  return clashes && missingDays ? { clashes, missingDays } : null
}
