import type { MemberRole } from '@marga/contract/roles'
import type { Slot } from '@marga/contract/slots'
import { formatShortDay, formatTimeRange } from '../../../lib/dates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProposeTimesForm } from './propose-times-form.tsx'

type ProposeTimesDialogProps = {
  isOpen: boolean
  of: MemberRole
  slot: Slot
  otherName: string
  onClose: () => void
}

/** What `ProposeTimesDialog` shows. */
export function ProposeTimesDialogContent(props: ProposeTimesDialogProps) {
  const { isOpen, of: role, slot, otherName, onClose } = props
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(willBeOpen) => !willBeOpen && onClose()}
      title="Propose another time"
      description={`Booked now: ${formatShortDay(slot.start)}, ${formatTimeRange(slot.start, slot.end)}.`}
    >
      <ProposeTimesForm of={role} slot={slot} otherName={otherName} onProposed={onClose} />
    </Dialog>
  )
}
