import { texts } from '@marga/contract/texts'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { useLeave } from '../mutations.ts'

type LeaveDialogProps = {
  /** Nobody would be left. */
  isLast: boolean
  onClose: () => void
  onLeft: () => void
}

/** Asks once, with the password; the last one is told why that cannot be. */
export function LeaveDialog({ isLast, onClose, onLeft }: LeaveDialogProps) {
  return isLast ? (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="You are the last moderator"
      description="Someone has to be here for tickets and applications. Invite another moderator, and leave once they have joined."
    >
      <div className="flex justify-end">
        <Button onClick={onClose}>Got it</Button>
      </div>
    </Dialog>
  ) : (
    <AskToLeave onClose={onClose} onLeft={onLeft} />
  )
}

function AskToLeave({ onClose, onLeft }: Omit<LeaveDialogProps, 'isLast'>) {
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const leave = useLeave(onLeft)
  const wrong = leave.error instanceof ApiError ? leave.error.fields.password : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsMissing(password === '')
    if (password !== '') leave.mutate(password)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      // Closed now it would look as if nothing were done.
      isLocked={leave.isPending}
      title="Stop moderating?"
      description="You are signed out everywhere, and your name and email are erased. What you decided stays in the log, without your name. This cannot be undone."
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Password" error={isMissing ? texts.validation.passwordRequired : wrong} isRequired>
          {(control) => (
            <PasswordInput
              {...control}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              autoComplete="current-password"
            />
          )}
        </Field>
        {leave.error && !wrong ? (
          <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-ink">
            {errorMessage('vetting', leave.error)}
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={leave.isPending} onClick={onClose}>
            Keep moderating
          </Button>
          <Button type="submit" variant="danger" isLoading={leave.isPending}>
            Stop moderating
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
