import type { MemberRole } from '@marga/contract/roles'
import type { Slot } from '@marga/contract/slots'
import { formatShortDay, formatTimeRange } from '../../../lib/dates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useRaiseContest } from '../mutations.ts'
import { contestMeaning } from '../rules.ts'
import { ReasonForm } from './reason-form.tsx'

type ContestDialogProps = { isOpen: boolean; of: MemberRole; slot: Slot; onClose: () => void }

/** What `ContestDialog` shows. */
export function ContestDialogContent({ isOpen, of: role, slot, onClose }: ContestDialogProps) {
  const raise = useRaiseContest(role)
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(willBeOpen) => {
        if (willBeOpen) return
        raise.abandon()
        onClose()
      }}
      title="Contest this session"
      description={`${formatShortDay(slot.start)}, ${formatTimeRange(slot.start, slot.end)}. ${contestMeaning(role)}`}
    >
      <ReasonForm
        of={role}
        about={`contest.${slot._id}`}
        label="What happened?"
        submitLabel="Contest"
        isLoading={raise.isPending}
        failure={raise.error}
        onSend={(text, end) => {
          const onSuccess = () => {
            end()
            onClose()
          }
          raise.mutate({ slotId: slot._id, text }, { onSuccess })
        }}
      />
    </Dialog>
  )
}
