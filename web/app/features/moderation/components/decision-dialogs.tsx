import type { MentorRequest } from '@marga/contract/moderation'
import { useState } from 'react'
import { formatRupees } from '../../../lib/money.ts'
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
      description={`${request.firstName} is listed at once at ${formatRupees(request.hourlyRate)} an hour, can sign in, and is told by mail.`}
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
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Refuse ${request.name}?`}
      description={`${request.firstName} gets your reason by mail and may apply again.`}
    >
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim()) onConfirm(reason.trim())
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
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Not yet
          </Button>
          <Button type="submit" variant="danger" isLoading={isLoading}>
            Refuse application
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
