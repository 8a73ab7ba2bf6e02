import type { Slot } from '@marga/contract/slots'
import { pluralize } from '../../../lib/pluralize.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ConflictList } from './conflict-list.tsx'

type ConflictsDialogProps = {
  isOpen: boolean
  conflicts: readonly Slot[]
  isSaving: boolean
  onSave: () => void
  onBack: () => void
}

/** What `ConflictsDialog` shows. */
export const ConflictsDialogContent = ({
  isOpen,
  conflicts,
  isSaving,
  onSave,
  onBack,
}: ConflictsDialogProps) => (
  <ConfirmDialog
    isOpen={isOpen}
    onOpenChange={(willBeOpen) => !willBeOpen && onBack()}
    title={`${pluralize(conflicts.length, 'booked session')} outside these hours`}
    description={
      conflicts.length === 1
        ? 'It stays booked. Cancel or move it in the calendar if you cannot make it.'
        : 'They stay booked. Cancel or move them in the calendar if you cannot make them.'
    }
    confirmLabel="Save anyway"
    cancelLabel="Back"
    isDestructive={false}
    isLoading={isSaving}
    onConfirm={onSave}
  >
    <ConflictList conflicts={conflicts} />
  </ConfirmDialog>
)
