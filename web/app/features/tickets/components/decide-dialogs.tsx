import type { ModeratedTicket } from '@marga/contract/tickets'
import { useState } from 'react'
import { BlockConsequences } from '../../../components/block-consequences.tsx'
import { ModeratorNoteField } from '../../../components/moderator-note-field.tsx'
import { pluralize } from '../../../lib/pluralize.ts'
import { useTextDraft } from '../../../lib/use-text-draft.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { accusedRole, raiserOf } from '../rules.ts'

type DecideDialogProps = {
  ticket: ModeratedTicket
  isLoading: boolean
  /** `end` ends what is kept of the note. */
  onConfirm: (note: string, end: () => void) => void
  onClose: () => void
}

type BlockAccusedDialogProps = Omit<DecideDialogProps, 'onConfirm'> & {
  /** Other open tickets about the same person. */
  others: readonly ModeratedTicket[]
  /** There are more, which are not closed with it. */
  isShortened: boolean
  onConfirm: (note: string, end: () => void, alsoTicketIds: readonly string[]) => void
}

/** Says what the block does before it is done, and closes with it what waits about the same person. */
export function BlockAccusedDialog(props: BlockAccusedDialogProps) {
  const { ticket, others, isShortened, isLoading, onConfirm, onClose } = props
  const [note, setNote] = useTextDraft('moderator', `ticket.${ticket._id}.block`)
  const [isClosingOthers, setIsClosingOthers] = useState(true)
  const { _id, firstName, lastName } = ticket.complaint.accusedId
  const isBlocked = ticket.isAccusedBlocked
  const raiser = raiserOf(ticket)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={isBlocked ? 'Agree and close this ticket?' : `Block ${firstName} ${lastName}?`}
      description={
        isBlocked
          ? [
              `${firstName} is blocked already.`,
              raiser && `${raiser.firstName} is told that ${firstName} has been blocked.`,
            ]
              .filter(Boolean)
              .join(' ')
          : 'The ticket is closed, and this happens at once:'
      }
      confirmLabel={isBlocked ? 'Agree and close' : 'Block and close'}
      cancelLabel="Leave it open"
      isLoading={isLoading}
      onConfirm={() =>
        onConfirm(note, () => setNote(''), isClosingOthers ? others.map((other) => other._id) : [])
      }
    >
      {isBlocked ? null : <BlockConsequences of={accusedRole(ticket)} personId={_id} isTicketsElsewhere />}
      {others.length > 0 ? (
        <div className="mb-5 rounded-md bg-sunken px-4 py-3">
          <Checkbox
            checked={isClosingOthers}
            onChange={(event) => setIsClosingOthers(event.currentTarget.checked)}
            label={`Close ${pluralize(others.length, 'other open ticket')} about ${firstName} too`}
          />
          <ul className="mt-1 grid list-disc gap-1 pl-13 text-sm text-ink-soft">
            {others.map((other) => (
              <li key={other._id} className="wrap-anywhere">
                {[other.subject || other.content.slice(0, 80), raiserOf(other)?.firstName]
                  .filter(Boolean)
                  .join(', by ')}
              </li>
            ))}
          </ul>
          {isShortened ? (
            <p className="mt-2 pl-8 text-sm text-ink-soft">There are more, which stay open.</p>
          ) : null}
        </div>
      ) : null}
      <ModeratorNoteField note={note} onChange={setNote} />
    </ConfirmDialog>
  )
}

export function DismissDialog({ ticket, isLoading, onConfirm, onClose }: DecideDialogProps) {
  const raiser = raiserOf(ticket)
  const [note, setNote] = useTextDraft('moderator', `ticket.${ticket._id}.dismiss`)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="Dismiss this ticket?"
      description={[
        `Nothing happens to ${ticket.complaint.accusedId.firstName}.`,
        raiser && `${raiser.firstName} sees that it was read.`,
      ]
        .filter(Boolean)
        .join(' ')}
      confirmLabel="Dismiss ticket"
      cancelLabel="Leave it open"
      isDestructive={false}
      isLoading={isLoading}
      onConfirm={() => onConfirm(note, () => setNote(''))}
    >
      <ModeratorNoteField note={note} onChange={setNote} />
    </ConfirmDialog>
  )
}
