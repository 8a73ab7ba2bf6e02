import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatShortDay, formatTimeRange } from '../../../lib/dates.ts'
import { mentorSlotsQuery } from '../../../lib/slots/mentee-slot-queries.ts'
import { moveWay } from '../../../lib/slots/move-rules.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useMoveSession } from '../mutations.ts'
import { MoveToOpenTimeForm } from './move-to-open-time-form.tsx'

type MoveDialogProps = {
  isOpen: boolean
  slot: Slot
  now: Date
  /** The form that asks the mentor for other times. */
  proposing: ReactNode
  onClose: () => void
}

/** What `MoveDialog` shows. */
export function MoveDialogContent({ isOpen, slot, now, proposing, onClose }: MoveDialogProps) {
  const { firstName } = slot.mentorId
  const booked = `Booked now: ${formatShortDay(slot.start)}, ${formatTimeRange(slot.start, slot.end)}.`
  const isLate = moveWay(slot, now) !== 'move'
  const toOpen = {
    value: 'open',
    label: 'Open times',
    content: <OpenTimes slot={slot} now={now} onMoved={onClose} />,
    isKept: true,
  }
  // Alone or not: it may become too late while times are being typed.
  const propose = { value: 'propose', label: 'Propose times', content: proposing, isKept: true }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(willBeOpen) => !willBeOpen && onClose()}
      title={isLate ? `Propose another time to ${firstName}` : `Move your session with ${firstName}`}
      description={
        isLate
          ? `${booked} It begins in less than ${limits.callRefundHours} hours, so ${firstName} has to agree to another time.`
          : `${booked} Topic and notes stay${slot.callId ? ', and it uses the same call' : ''}.`
      }
    >
      <Tabs label="How to find another time" tabs={isLate ? [propose] : [toOpen, propose]} />
    </Dialog>
  )
}

/** Those of the mentor that the session can go to without asking. */
function OpenTimes({ slot, now, onMoved }: { slot: Slot; now: Date; onMoved: () => void }) {
  // Here, not in the form: the list may be empty for a moment while the move is under way.
  const move = useMoveSession()
  const { data, error, refetch, isFetching } = useQuery({
    ...mentorSlotsQuery(slot.mentorId._id),
    throwOnError: false,
  })
  if (!data) {
    return error ? (
      <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <SkeletonText lines={4} />
    )
  }
  const open = data.filter(
    ({ status, type, start }) => status === 'open' && type === slot.type && new Date(start) > now,
  )
  return open.length === 0 ? (
    <p className="text-ink-soft">There are no open times to choose from. Propose other times instead.</p>
  ) : (
    <MoveToOpenTimeForm
      open={open}
      isMoving={move.isPending}
      failure={move.error}
      onMove={(toSlotId) => move.mutate({ slotId: slot._id, toSlotId }, { onSuccess: onMoved })}
    />
  )
}
