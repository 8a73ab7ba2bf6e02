import type { ListedMentee } from '@marga/contract/moderation'
import type { MemberRole } from '@marga/contract/roles'
import { useState } from 'react'
import { BlockConsequences } from '../../../components/block-consequences.tsx'
import { ModeratorNoteField } from '../../../components/moderator-note-field.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { fullName, unblockEffects } from '../rules.ts'

type BlockDialogProps = {
  of: MemberRole
  person: ListedMentee
  isLoading: boolean
  onConfirm: (note: string) => void
  onClose: () => void
}

/** Says what blocking or unblocking does before it is done. */
export function BlockDialog({ of: role, person, isLoading, onConfirm, onClose }: BlockDialogProps) {
  const [note, setNote] = useState('')
  const verb = person.isBlocked ? 'Unblock' : 'Block'
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${verb} ${fullName(person)}?`}
      description={person.email}
      confirmLabel={`${verb} ${role}`}
      cancelLabel="Leave as it is"
      isDestructive={!person.isBlocked}
      isLoading={isLoading}
      onConfirm={() => onConfirm(note)}
    >
      {person.isBlocked ? (
        <ul className="mb-5 grid list-disc gap-1.5 pl-5 text-sm text-ink-soft">
          {unblockEffects[role].map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      ) : (
        <BlockConsequences of={role} personId={person._id} />
      )}
      <ModeratorNoteField note={note} onChange={setNote} />
    </ConfirmDialog>
  )
}
