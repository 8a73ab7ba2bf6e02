import { limits } from '@marga/contract/limits'
import type { MemberRole } from '@marga/contract/roles'
import { useTextDraft } from '../../../lib/use-text-draft.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Textarea } from '../../../ui/textarea.tsx'

type AnswerDialogProps = {
  isOpen: boolean
  of: MemberRole
  /** Of the contest or the refund request. */
  id: string
  agree: boolean
  /** What it does. */
  meaning: string
  isLoading: boolean
  error: string | null
  /** `end` ends what is kept of the text. */
  onSend: (text: string | undefined, end: () => void) => void
  onClose: () => void
}

/** What `AnswerDialog` shows. */
export function AnswerDialogContent(props: AnswerDialogProps) {
  const { isOpen, of: role, id, agree, meaning, isLoading, error, onSend, onClose } = props
  const [text, setText] = useTextDraft(role, `${agree ? 'agree' : 'disagree'}.${id}`)
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(willBeOpen) => !willBeOpen && onClose()}
      title={agree ? 'Agree?' : 'Do not agree?'}
      description={meaning}
    >
      <FormShell
        onSubmit={(event) => {
          event.preventDefault()
          onSend(text.trim() || undefined, () => setText(''))
        }}
        error={error}
        loading={isLoading}
        isReady
        submitLabel={agree ? 'Agree' : 'Do not agree'}
      >
        <Field
          label={agree ? 'Message (optional)' : 'What happened, as you saw it (optional)'}
          hint={agree ? 'The other side reads it.' : 'The other side and the moderator read it.'}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              maxLength={limits.disputeTextMax}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
      </FormShell>
    </Dialog>
  )
}
