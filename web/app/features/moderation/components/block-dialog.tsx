import type { ListedMentee } from '@marga/contract/moderation'
import type { MemberRole } from '@marga/contract/roles'
import { BlockConsequences } from '../../../components/block-consequences.tsx'
import { ModeratorNoteField } from '../../../components/moderator-note-field.tsx'
import { useTextDraft } from '../../../lib/use-text-draft.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { fullName, unblockEffectsOf } from '../rules.ts'

type BlockDialogProps = {
  of: MemberRole
  person: ListedMentee
  isLoading: boolean
  /** `end` ends what is kept of the note. */
  onConfirm: (note: string, end: () => void) => void
  onClose: () => void
}

/** Says what blocking or unblocking does before it is done. */
export function BlockDialog({ of: role, person, isLoading, onConfirm, onClose }: BlockDialogProps) {
  const verb = person.isBlocked ? 'Unblock' : 'Block'
  const [note, setNote] = useTextDraft('moderator', `${verb}.${person._id}`)
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
      onConfirm={() => onConfirm(note, () => setNote(''))}
    >
      {person.isBlocked ? (
        <ul className="mb-5 grid list-disc gap-1.5 pl-5 text-sm text-ink-soft">
          {unblockEffectsOf(role, person).map((effect) => (
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
