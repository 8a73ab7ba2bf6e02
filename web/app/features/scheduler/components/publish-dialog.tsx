import type { Slot } from '@marga/contract/slots'
import { timeZoneName } from '../../../lib/dates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Drawn } from '../rules.ts'
import { PublishForm } from './publish-form.tsx'

type PublishDialogProps = {
  mentorId: string
  timeZone: string
  /** Where the form begins: what was drawn, or a proposal. */
  drawn: Drawn
  slots: readonly Slot[]
  onClose: () => void
}

/** Publishes a time, once or every week. */
export function PublishDialog({ mentorId, timeZone, drawn, slots, onClose }: PublishDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Add a time"
      description={`Times are in your zone: ${timeZoneName(timeZone)}.`}
    >
      <PublishForm
        mentorId={mentorId}
        timeZone={timeZone}
        drawn={drawn}
        slots={slots}
        onPublished={onClose}
      />
    </Dialog>
  )
}
