import type { Slot } from '@marga/contract/slots'
import type { ReactNode } from 'react'
import { timeZoneName } from '../../../lib/dates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { SelectedTime } from '../rules.ts'
import { PublishForm } from './publish-form.tsx'

type PublishDialogProps = {
  isOpen: boolean
  mentorId: string
  timeZone: string
  /** Stands before the form until it is answered. */
  zoneQuestion: ReactNode
  /** Where the form begins: what was selected, or a proposal. */
  selected: SelectedTime | null
  slots: readonly Slot[]
  onClose: () => void
}

/** What `PublishDialog` shows. */
export function PublishDialogContent(props: PublishDialogProps) {
  const { isOpen, mentorId, timeZone, zoneQuestion, selected, slots, onClose } = props
  if (!selected) return null
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(willBeOpen) => !willBeOpen && onClose()}
      title={zoneQuestion ? 'Which time zone?' : 'Add a time'}
      description={zoneQuestion ? undefined : `Times are in your zone: ${timeZoneName(timeZone)}.`}
    >
      {zoneQuestion || (
        <PublishForm
          mentorId={mentorId}
          timeZone={timeZone}
          selected={selected}
          slots={slots}
          onPublished={onClose}
        />
      )}
    </Dialog>
  )
}
