import type { MentorRequest } from '@marga/contract/moderation'
import { useState } from 'react'
import { formatRupees } from '../../../lib/money.ts'
import { useUnsaved } from '../../../lib/unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'

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

type RefuseDialogProps = {
  request: MentorRequest
  isLoading: boolean
  onConfirm: (reason: string) => void
  onClose: () => void
}

const reasonMax = 2000

/** A refusal always says why: the applicant reads it and may apply again. */
export function RefuseDialog({ request, isLoading, onConfirm, onClose }: RefuseDialogProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const hasText = reason.trim() !== ''
  useUnsaved(hasText)
  // What was written goes only when that is said a second time.
  const close = () => (hasText && !isAsking ? setIsAsking(true) : onClose())
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={`Refuse ${request.name}?`}
      description={
        request.isEmailVerified
          ? `${request.firstName} gets your reason by email and may apply again.`
          : `${request.firstName} may apply again. The email address is not confirmed, so we do not write to it: your reason is shown on the page of the application.`
      }
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
        <Field label="Reason" error={error} isRequired>
          {(field) => (
            <Textarea
              {...field}
              rows={5}
              maxLength={reasonMax}
              value={reason}
              onChange={(event) => {
                setReason(event.currentTarget.value)
                setIsAsking(false)
              }}
            />
          )}
        </Field>
        {isAsking ? (
          <p role="alert" className="mt-3 text-sm text-danger-ink">
            Your reason is not sent yet. Close once more to discard it.
          </p>
        ) : null}
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={close}>
            {isAsking ? 'Discard' : 'Not yet'}
          </Button>
          <Button type="submit" variant="danger" isLoading={isLoading}>
            Refuse application
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
