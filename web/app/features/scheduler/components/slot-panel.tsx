import { slotAllows } from '@marga/contract/slot-states'
import type { Slot } from '@marga/contract/slots'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatDate, formatTimeRange, timeZoneName } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { cancelNote, originText, slotVariants, variantOf } from '../rules.ts'
import { ChangeSlotDialog } from './change-slot-dialog.tsx'
import { RemoveSlotDialog } from './remove-slot-dialog.tsx'

type SlotPanelProps = {
  slot: Slot
  timeZone: string
  now: Date
  /** What there is to read of whoever has it, and of what was written down. */
  more?: ((slot: Slot, isOver: boolean) => ReactNode) | undefined
  cancelMessage?: ComponentProps<typeof RemoveSlotDialog>['cancelMessage']
  onClose: () => void
}

/** One slot: what it is, who has it, and taking it out of the calendar. */
export function SlotPanel({ slot, timeZone, now, more, cancelMessage, onClose }: SlotPanelProps) {
  const [asked, setAsked] = useState<Slot['status'] | null>(null)
  // Booked while it was asked whether to delete it: what is under the hand would cancel the session.
  if (asked && asked !== slot.status) setAsked(null)
  const [isChanging, setIsChanging] = useState(false)
  const isBooked = slot.status === 'booked'
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      kind="sheet"
      title={slot.type === 'intro' ? 'Intro call' : 'Session'}
    >
      <div className="grid gap-5">
        <SlotDetails slot={slot} timeZone={timeZone} now={now} />
        {more?.(slot, new Date(slot.end) <= now)}
        {slotAllows('book', slot, now) ? (
          <Button variant="secondary" isWide onClick={() => setIsChanging(true)}>
            Change this time
          </Button>
        ) : null}
        {slotAllows('remove', slot, now) ? (
          <div className="grid gap-2">
            <Button variant="danger" isWide onClick={() => setAsked(slot.status)}>
              {isBooked ? 'Cancel this session' : 'Delete this time'}
            </Button>
            {isBooked ? <p className="text-sm text-ink-soft">{cancelNote(slot, now)}</p> : null}
          </div>
        ) : null}
      </div>
      <RemoveSlotDialog
        {...{ slot, now, cancelMessage }}
        isOpen={asked !== null}
        onOpenChange={() => setAsked(null)}
        onRemoved={onClose}
      />
      <ChangeSlotDialog
        isOpen={isChanging}
        slot={slot}
        timeZone={timeZone}
        onClose={() => setIsChanging(false)}
        onChanged={onClose}
      />
    </Dialog>
  )
}

function SlotDetails({ slot, timeZone, now }: Pick<SlotPanelProps, 'slot' | 'timeZone' | 'now'>) {
  const { label, tone } = slotVariants[variantOf(slot, now)]
  return (
    <>
      <div>
        <Badge tone={tone}>{label}</Badge>
        <p className="mt-3 font-display text-xl">{formatDate(slot.start, timeZone)}</p>
        <p className="text-lg tabular-nums">{formatTimeRange(slot.start, slot.end, timeZone)}</p>
        <p className="text-sm text-ink-faint">{timeZoneName(timeZone, slot.start)}</p>
      </div>
      {slot.menteeId ? (
        <p className="flex items-center gap-3 rounded-md bg-sunken p-3">
          <Avatar src={slot.menteeId.profileImageUrl} size="sm" />
          <span>
            <span className="block text-xs text-ink-faint">Booked by</span>
            <span className="font-semibold">
              {slot.menteeId.firstName} {slot.menteeId.lastName}
            </span>
          </span>
        </p>
      ) : null}
      <Origin slot={slot} now={now} />
      <Detail label="Topic" text={slot.title || 'Any topic'} />
      {slot.description ? <Detail label="Description" text={slot.description} /> : null}
    </>
  )
}

/** Why it is there, or why nobody can book it, and where to change that. */
function Origin({ slot, now }: Pick<SlotPanelProps, 'slot' | 'now'>) {
  const origin = variantOf(slot, now) === 'open' ? originText(slot) : null
  return origin ? (
    <p className="rounded-md bg-sunken px-4 py-3 text-sm">
      <strong className="block">{origin}</strong>
      {slot.isHidden
        ? 'Mentees cannot see or book it while the other calendar has an event then.'
        : 'To change it for good, change the hours or close this one day there.'}{' '}
      <Link to={paths.mentors.scheduler.getHref({}, { view: 'hours' })} className="link">
        Weekly hours
      </Link>
    </p>
  ) : null
}

function Detail({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="text-sm font-semibold">{label}</p>
      <p className="whitespace-pre-wrap text-ink-soft">{text}</p>
    </div>
  )
}
