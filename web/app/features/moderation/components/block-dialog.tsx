import type { ListedMentee } from '@marga/contract/moderation'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { consequences, fullName, type ModeratedRole } from '../rules.ts'

type BlockDialogProps = {
  of: ModeratedRole
  person: ListedMentee
  isLoading: boolean
  onConfirm: (note: string) => void
  onClose: () => void
}

/** Says what blocking or unblocking does before it is done. */
export function BlockDialog({ of: role, person, isLoading, onConfirm, onClose }: BlockDialogProps) {
  const [note, setNote] = useState('')
  const verb = person.isBlocked ? 'Unblock' : 'Block'
  const effects = consequences[role][person.isBlocked ? 'unblock' : 'block']
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
      <ul className="mb-5 grid list-disc gap-1.5 pl-5 text-sm text-ink-soft">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <Field label="Note (optional)" hint="Kept in the log of what moderators did.">
        {(field) => (
          <Textarea
            {...field}
            rows={2}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
