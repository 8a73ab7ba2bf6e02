import type { Slot } from '@marga/contract/slots'
import { noonOf } from '@marga/contract/zoned-time'
import { formatDate, formatTimeRange } from '../../../lib/dates.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { groupByDay, originText, slotVariants, variantOf } from '../rules.ts'

type SlotListProps = {
  slots: readonly Slot[]
  timeZone: string
  now: Date
  onOpen: (slot: Slot) => void
}

/** The calendar as an agenda: day by day, everything by name. */
export function SlotList({ slots, timeZone, now, onOpen }: SlotListProps) {
  return (
    <ol className="grid gap-6">
      {groupByDay(slots, timeZone).map(([day, ofDay]) => (
        <li key={day} className="grid gap-2 sm:grid-cols-[8rem_1fr] sm:gap-5">
          <h2 className="pt-2 text-lg">{formatDate(noonOf(day), 'UTC')}</h2>
          <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card">
            {ofDay.map((slot) => (
              <li key={slot._id}>
                <SlotRow slot={slot} timeZone={timeZone} now={now} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

type SlotRowProps = { slot: Slot; timeZone: string; now: Date; onOpen: (slot: Slot) => void }

function SlotRow({ slot, timeZone, now, onOpen }: SlotRowProps) {
  const variant = variantOf(slot, now)
  const { label, tone } = slotVariants[variant]
  const mentee = slot.menteeId
  return (
    <button
      type="button"
      onClick={() => onOpen(slot)}
      className="flex min-h-16 w-full items-center gap-3 px-4 py-3 text-left -outline-offset-2 hover:bg-sunken sm:gap-4"
    >
      {mentee ? <Avatar src={mentee.profileImageUrl} size="sm" /> : null}
      <span className="min-w-0 flex-1">
        <span className="block font-semibold tabular-nums">
          {formatTimeRange(slot.start, slot.end, timeZone)}
        </span>
        <span className="block truncate text-sm text-ink-soft">
          {[
            mentee ? `${mentee.firstName} ${mentee.lastName}` : null,
            slot.type === 'intro' ? 'Intro call' : null,
            slot.title || null,
            variant === 'open' ? originText(slot) : null,
          ]
            .filter(Boolean)
            .join(' · ') || 'Any topic'}
        </span>
      </span>
      {variant === 'open' && slot.isHidden ? <Badge>Hidden</Badge> : <Badge tone={tone}>{label}</Badge>}
    </button>
  )
}
