import { type FormEvent, useRef, useState } from 'react'
import { useTextDraft } from '../../../lib/use-text-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'

const reasonMax = 2000

type DecideDisputeDialogProps = {
  isOpen: boolean
  /** What the reason is kept as until it is sent. */
  about: string
  label: string
  meaning: string
  isLoading: boolean
  /** `end` ends what is kept of the reason. */
  onConfirm: (reason: string, end: () => void) => void
  onClose: () => void
}

/** What `DecideDisputeDialog` shows. */
export function DecideDisputeDialogContent(props: DecideDisputeDialogProps) {
  const { isOpen, about, label, meaning, isLoading, onConfirm, onClose } = props
  const [reason, setReason] = useTextDraft('moderator', about)
  const [complaint, setComplaint] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isMissing = reason.trim() === ''
    setComplaint(isMissing ? 'Give the reason.' : undefined)
    if (isMissing) field.current?.focus()
    else onConfirm(reason.trim(), () => setReason(''))
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(willBeOpen) => !willBeOpen && onClose()}
      title={`${label}?`}
      description={`${meaning} Both are told, and the ticket is closed.`}
    >
      <form method="post" noValidate onSubmit={submit}>
        <fieldset disabled={isLoading} className="contents">
          <Field label="Reason" error={complaint} hint="Both people read it." isRequired>
            {(control) => (
              <Textarea
                {...control}
                ref={field}
                rows={4}
                maxLength={reasonMax}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            )}
          </Field>
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={onClose}>
              Leave it open
            </Button>
            <Button type="submit" isLoading={isLoading}>
              {label}
            </Button>
          </div>
        </fieldset>
      </form>
    </Dialog>
  )
}
