import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'
import { type Day, wallClock } from '@marga/contract/wall-clock'
import { noonOf } from '@marga/contract/zoned-time'
import { EyeOff, Repeat } from 'lucide-react'
import { formatDate, formatTime, formatTimeRange } from '../../../lib/dates.ts'
import { cn } from '../../../ui/cn.ts'
import {
  type Block,
  originText,
  type SelectedTime,
  type SlotVariant,
  slotVariants,
  variantOf,
} from '../rules.ts'

type GridOverlayProps = {
  columns: readonly { day: Day; blocks: readonly Block[] }[]
  timeZone: string
  now: Date
  draft: SelectedTime | null
  onOpen: (slot: Slot) => void
  className: string
}

/** One minute is one sixteenth of a rem: an hour row is h-15. */
const rem = (minutes: number) => `${minutes / 16}rem`

/** The slots, the line of the present and what is being selected, laid over the hours. */
export function GridOverlay({ columns, timeZone, now, draft, onOpen, className }: GridOverlayProps) {
  const today = wallClock(now, timeZone)
  return (
    <div className={cn('pointer-events-none absolute inset-0', className)}>
      <span />
      {columns.map(({ day, blocks }) => (
        <div key={day} className="relative">
          <ul aria-label={`Slots of ${formatDate(noonOf(day), 'UTC')}`}>
            {blocks.map((block) => (
              <li key={block.slot._id}>
                <SlotBlock block={block} timeZone={timeZone} now={now} onOpen={onOpen} />
              </li>
            ))}
          </ul>
          {draft?.day === day ? <Draft selected={draft} /> : null}
          {day === today.day ? (
            <span
              aria-hidden="true"
              style={{ top: rem(today.minutes) }}
              className="absolute inset-x-0 z-10 h-0.5 bg-danger before:absolute before:-top-1 before:-left-1 before:size-2.5 before:rounded-full before:bg-danger"
            />
          ) : null}
        </div>
      ))}
    </div>
  )
}

const variantClasses: Record<SlotVariant, string> = {
  open: 'border-accent bg-accent-soft text-accent-ink hover:brightness-95',
  booked: 'border-positive-ink bg-positive text-on-positive hover:brightness-110',
  running: 'border-positive-ink bg-positive text-on-positive hover:brightness-110',
  over: 'border-line-strong bg-positive-soft text-positive-ink',
  completed: 'border-line-strong bg-positive-soft text-positive-ink',
  missed: 'border-danger bg-danger-soft text-danger-ink',
  idle: 'border-line-strong bg-sunken text-ink-faint',
  cancelled: 'border-line-strong bg-sunken text-ink-faint',
}

type SlotBlockProps = { block: Block; timeZone: string; now: Date; onOpen: (slot: Slot) => void }

function SlotBlock({ block: { slot, top, minutes }, timeZone, now, onOpen }: SlotBlockProps) {
  const variant = variantOf(slot, now)
  const mentee = slot.menteeId
  const isHidden = variant === 'open' && slot.isHidden
  const origin = variant === 'open' ? originText(slot) : null
  const headline = mentee
    ? `${mentee.firstName} ${mentee.lastName}`
    : isHidden
      ? 'Hidden'
      : slotVariants[variant].label
  const times = formatTimeRange(slot.start, slot.end, timeZone)
  const isShort = minutes < 40
  return (
    <button
      type="button"
      onClick={() => onOpen(slot)}
      style={{ top: rem(top), height: `calc(${rem(minutes)} - 2px)` }}
      title={origin ?? undefined}
      aria-label={[times, slotVariants[variant].label, mentee ? headline : origin, slot.title || null]
        .filter(Boolean)
        .join(', ')}
      className={cn(
        'pointer-events-auto absolute inset-x-0.5 overflow-hidden rounded-sm border-l-4 px-1.5 text-left text-xs leading-tight',
        isShort ? 'flex items-center gap-1.5' : 'grid content-start gap-0.5 py-1',
        slot.type === 'intro' && variant === 'open' && 'border-dashed',
        variantClasses[variant],
        isHidden && 'border-line-strong bg-sunken text-ink-soft line-through decoration-1',
      )}
    >
      <span className="flex min-w-0 items-center gap-1 font-semibold">
        {origin ? <OriginIcon isHidden={isHidden} /> : null}
        <span className="truncate">{slot.type === 'intro' ? `Intro: ${headline}` : headline}</span>
      </span>
      {isShort ? null : <span className="truncate max-md:hidden">{times}</span>}
      {minutes < 55 || !slot.title ? null : <span className="truncate">{slot.title}</span>}
    </button>
  )
}

/** So that hours that keep themselves are told from those that were added by hand. */
const OriginIcon = ({ isHidden }: { isHidden: boolean }) => {
  const Icon = isHidden ? EyeOff : Repeat
  return <Icon className="size-3 shrink-0 opacity-70" aria-hidden="true" />
}

function Draft({ selected: { start, end } }: { selected: SelectedTime }) {
  const sessions = (end - start) / limits.sessionMinutes
  const at = (minutes: number) => formatTime(new Date(Date.UTC(2000, 0, 1, 0, minutes)), 'UTC')
  return (
    <span
      aria-hidden="true"
      style={{ top: rem(start), height: rem(end - start) }}
      className="absolute inset-x-0.5 z-10 overflow-hidden rounded-sm border-2 border-accent bg-accent/35 px-1.5 text-xs font-semibold"
    >
      {at(start)} – {at(end)}
      {sessions > 1 ? `, ${sessions} sessions` : ''}
    </span>
  )
}
