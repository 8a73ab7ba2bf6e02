import type { Slot } from '@marga/contract/slots'
import type { ReactNode } from 'react'
import { timeZoneName } from '../../../lib/dates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Drawn } from '../rules.ts'
import { PublishForm } from './publish-form.tsx'

type PublishWindowProps = {
  isOpen: boolean
  mentorId: string
  timeZone: string
  /** Stands before the form until it is answered. */
  zoneQuestion: ReactNode
  /** Where the form begins: what was drawn, or a proposal. */
  drawn: Drawn | null
  slots: readonly Slot[]
  onClose: () => void
}

/** What `PublishDialog` shows. */
export function PublishWindow(props: PublishWindowProps) {
  const { isOpen, mentorId, timeZone, zoneQuestion, drawn, slots, onClose } = props
  if (!drawn) return null
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
          drawn={drawn}
          slots={slots}
          onPublished={onClose}
        />
      )}
    </Dialog>
  )
}
