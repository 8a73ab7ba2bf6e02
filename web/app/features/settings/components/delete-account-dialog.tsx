import { api } from '@marga/contract/api'
import { texts } from '@marga/contract/texts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { ApiError, sendRequest } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import type { Member } from '../queries.ts'

type DeleteAccountDialogProps = {
  of: Member
  email: string | undefined
  onClose: () => void
  onDeleted: () => void
}

/** What becomes of the money, and of what is known where it is. */
const moneyText: Record<Member, string> = {
  mentee:
    'If you have paid here, your name and address are erased at the payment provider too; invoices stay there, as the law requires.',
  mentor: 'Your mentees are refunded what they have not used.',
}

/** Asks once, with the password; with a mailed code where the account has none, as mentees' may. */
export function DeleteAccountDialog({ of: role, email, onClose, onDeleted }: DeleteAccountDialogProps) {
  const [isByCode, setIsByCode] = useState(false)
  const [proof, setProof] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const erase = useMutation({
    mutationFn: () =>
      sendRequest(
        api.accountSettings[role].deleteAccount,
        { body: isByCode ? { code: proof.trim() } : { password: proof } },
        { role },
      ),
    onSuccess: onDeleted,
    onError: (error) => {
      const own = error instanceof ApiError ? (error.fields.password ?? error.fields.code) : undefined
      if (own || (error instanceof ApiError && error.code === 'wrong_password')) {
        setComplaint(own ?? error.message)
      } else toast.error(texts.storedLogin.deleteFailed, { description: error.message })
    },
  })
  const sendCode = useMutation({
    mutationFn: () => sendRequest(api.accountSettings[role].sendOtp, { body: { email: email ?? '' } }),
    onSuccess: () => {
      setIsByCode(true)
      setProof('')
      setComplaint(undefined)
    },
    onError: (error) => toast.error(errorMessage('sendOtp', error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = isByCode ? 'Enter the code from the email.' : texts.validation.passwordRequired
    setComplaint(proof.trim() === '' ? missing : undefined)
    if (proof.trim() !== '') erase.mutate()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Delete your account?"
      description={`Your profile, your sign-ins and your settings are erased at once. Booked sessions are cancelled and subscriptions end. ${moneyText[role]} This cannot be undone.`}
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        {isByCode ? (
          <Field label="OTP" hint={`Emailed to ${email}`} error={complaint} isRequired>
            {(control) => (
              <Input
                {...control}
                value={proof}
                onChange={(event) => setProof(event.currentTarget.value)}
                inputMode="numeric"
                autoComplete="one-time-code"
              />
            )}
          </Field>
        ) : (
          <Field label="Password" error={complaint} isRequired>
            {(control) => (
              <PasswordInput
                {...control}
                value={proof}
                onChange={(event) => setProof(event.currentTarget.value)}
                autoComplete="current-password"
              />
            )}
          </Field>
        )}
        {isByCode || !email || role === 'mentor' ? null : (
          <p className="text-sm text-ink-soft">
            No password because you use Google?{' '}
            <button
              type="button"
              disabled={sendCode.isPending}
              onClick={() => sendCode.mutate()}
              className="link"
            >
              Get a code by email
            </button>
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Keep my account
          </Button>
          <Button type="submit" variant="danger" isLoading={erase.isPending}>
            Delete for good
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
