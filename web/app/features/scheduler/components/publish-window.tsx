import type { Slot } from '@marga/contract/slots'
import { timeZoneName } from '../../../lib/dates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Drawn } from '../rules.ts'
import { PublishForm } from './publish-form.tsx'

type PublishWindowProps = {
  isOpen: boolean
  mentorId: string
  timeZone: string
  /** Where the form begins: what was drawn, or a proposal. */
  drawn: Drawn | null
  slots: readonly Slot[]
  onClose: () => void
}

/** What `PublishDialog` shows. */
export function PublishWindow({ isOpen, mentorId, timeZone, drawn, slots, onClose }: PublishWindowProps) {
  if (!drawn) return null
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(willBeOpen) => !willBeOpen && onClose()}
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
