import type { MentorRequest } from '@marga/contract/applicants'
import { formatRupees } from '@marga/contract/prices'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useRejectionDraft } from '../hooks/use-rejection-draft.ts'

type AcceptDialogProps = {
  request: MentorRequest
  isLoading: boolean
  onConfirm: () => void
  onClose: () => void
}

export function AcceptDialog({ request, isLoading, onConfirm, onClose }: AcceptDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Accept ${request.name}?`}
      description={`${request.firstName} is listed at once at ${formatRupees(request.hourlyRate)} an hour, can sign in, and gets an email.`}
      confirmLabel="Accept mentor"
      cancelLabel="Not yet"
      isDestructive={false}
      isLoading={isLoading}
      onConfirm={onConfirm}
    />
  )
}

type RejectDialogProps = {
  request: MentorRequest
  isLoading: boolean
  onConfirm: (reason: string) => void
  onClose: () => void
}

const reasonMax = 2000

/** A refusal always says why: the applicant reads it and may apply again. What is written stays until it is sent. */
export function RejectDialog({ request, isLoading, onConfirm, onClose }: RejectDialogProps) {
  const draft = useRejectionDraft()
  const [reason, setReason] = useState(() => draft.read(request.mentorId))
  const [error, setError] = useState<string>()
  const hasText = reason.trim() !== ''
  const write = (text: string) => {
    setReason(text)
    draft.keep(request.mentorId, text)
  }
  const discard = () => {
    write('')
    onClose()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Refuse ${request.name}?`}
      description={rejectionMeaning(request)}
    >
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (hasText) onConfirm(reason.trim())
          else setError('Give a reason that helps the applicant.')
        }}
      >
        <Field
          label="Reason"
          hint="Kept on this device until you send or discard it."
          error={error}
          isRequired
        >
          {(field) => (
            <Textarea
              {...field}
              rows={5}
              maxLength={reasonMax}
              value={reason}
              onChange={(event) => write(event.currentTarget.value)}
            />
          )}
        </Field>
        <RejectButtons isLoading={isLoading} onDiscard={hasText ? discard : undefined} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** `onDiscard`: only where something is written. */
type RejectButtonsProps = { isLoading: boolean; onDiscard: (() => void) | undefined; onClose: () => void }

const RejectButtons = ({ isLoading, onDiscard, onClose }: RejectButtonsProps) => (
  <div className="mt-5 flex flex-wrap justify-end gap-3">
    {onDiscard ? (
      <Button variant="quiet" onClick={onDiscard}>
        Discard
      </Button>
    ) : null}
    <Button variant="secondary" onClick={onClose}>
      Not yet
    </Button>
    <Button type="submit" variant="danger" isLoading={isLoading}>
      Refuse application
    </Button>
  </div>
)

const rejectionMeaning = (request: MentorRequest): string =>
  request.isEmailVerified
    ? `${request.firstName} gets your reason by email and may apply again.`
    : `${request.firstName} may apply again. The email address is not confirmed, so we do not write to it: your reason is shown on their application page.`
