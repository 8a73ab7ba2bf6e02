import type { Ticket } from '@marga/contract/tickets'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { accusedRole, blockConsequences } from '../rules.ts'

type DecideDialogProps = {
  ticket: Ticket
  isLoading: boolean
  onConfirm: (note: string) => void
  onClose: () => void
}

/** Says what the block does before it is done. */
export function BlockAccusedDialog({ ticket, isLoading, onConfirm, onClose }: DecideDialogProps) {
  const [note, setNote] = useState('')
  const { firstName, lastName } = ticket.complaint.accusedId
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Block ${firstName} ${lastName}?`}
      description="The ticket is closed, and this happens at once:"
      confirmLabel="Block and close"
      cancelLabel="Leave it open"
      isLoading={isLoading}
      onConfirm={() => onConfirm(note)}
    >
      <ul className="mb-5 grid list-disc gap-1.5 pl-5 text-sm text-ink-soft">
        {blockConsequences[accusedRole(ticket)].map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <NoteField note={note} onChange={setNote} />
    </ConfirmDialog>
  )
}

export function DismissDialog({ ticket, isLoading, onConfirm, onClose }: DecideDialogProps) {
  const [note, setNote] = useState('')
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="Dismiss this ticket?"
      description={`Nothing happens to ${ticket.complaint.accusedId.firstName}. ${ticket.raisedBy.firstName} sees that it was read.`}
      confirmLabel="Dismiss ticket"
      cancelLabel="Leave it open"
      isDestructive={false}
      isLoading={isLoading}
      onConfirm={() => onConfirm(note)}
    >
      <NoteField note={note} onChange={setNote} />
    </ConfirmDialog>
  )
}

const NoteField = ({ note, onChange }: { note: string; onChange: (note: string) => void }) => (
  <Field label="Note (optional)" hint="Kept in the log of what moderators did.">
    {(control) => (
      <Textarea
        {...control}
        rows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )}
  </Field>
)
