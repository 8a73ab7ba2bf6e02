import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { ApiError, sendRequest } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { whileEndingSession } from '../../../lib/own-session-end.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'

type DeleteAccountDialogProps = {
  of: MemberRole
  email: string | undefined
  onClose: () => void
  onDeleted: () => void
}

/** What becomes of the money, and of what is known where it is. */
const moneyText: Record<MemberRole, string> = {
  mentee:
    'If you have paid here, your name and address are erased at the payment provider too; invoices stay there, as the law requires.',
  mentor: 'Your mentees are refunded what they have not used.',
}

/** Asks once, with the password; with a mailed code where the account has none, as mentees' may. */
export function DeleteAccountDialog({ of: role, email, onClose, onDeleted }: DeleteAccountDialogProps) {
  const [isByCode, setIsByCode] = useState(false)
  const [proof, setProof] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const erase = useErasure(role, onDeleted, setComplaint)
  const sendCode = useMutation({
    mutationFn: () => sendRequest(api.accountSettings[role].sendOtp, { body: { email: email ?? '' } }),
    onSuccess: () => {
      setIsByCode(true)
      setProof('')
      setComplaint(undefined)
    },
    onError: (error) => toast.error(errorMessage('sendOtp', error)),
  })
  const askPassword = () => {
    setIsByCode(false)
    setProof('')
    setComplaint(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = isByCode ? 'Enter the code from the email.' : texts.validation.passwordRequired
    setComplaint(proof.trim() === '' ? missing : undefined)
    if (proof.trim() !== '') erase.mutate(isByCode ? { code: proof.trim() } : { password: proof })
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      // Closed now it would look as if the account were kept.
      isLocked={erase.isPending}
      title="Delete your account?"
      description={`Your profile, your sign-ins and your settings are erased at once. Booked sessions are cancelled and subscriptions end. ${moneyText[role]} This cannot be undone.`}
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <ProofField code={isByCode ? { email } : null} value={proof} onChange={setProof} error={complaint} />
        {!email || role === 'mentor' ? null : (
          <OtherProof
            isByCode={isByCode}
            isBusy={erase.isPending || sendCode.isPending}
            onCode={() => sendCode.mutate()}
            onPassword={askPassword}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={erase.isPending} onClick={onClose}>
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

type OtherProofProps = { isByCode: boolean; isBusy: boolean; onCode: () => void; onPassword: () => void }

/** A code instead of the password, and back. */
const OtherProof = ({ isByCode, isBusy, onCode, onPassword }: OtherProofProps) => (
  <p className="text-sm text-ink-soft">
    {isByCode ? null : 'No password because you use Google? '}
    <button type="button" disabled={isBusy} onClick={isByCode ? onPassword : onCode} className="link">
      {isByCode ? 'Enter a password instead' : 'Get a code by email'}
    </button>
  </p>
)

type Proof = { code: string } | { password: string }

/** Erases the account; what is wrong with the proof is said under its field, whatever else failed by a toast. */
function useErasure(role: MemberRole, onDeleted: () => void, onComplaint: (complaint: string) => void) {
  return useMutation({
    mutationFn: (proof: Proof) =>
      whileEndingSession(role, () =>
        sendRequest(api.accountSettings[role].deleteAccount, { body: proof }, { role }),
      ),
    onSuccess: onDeleted,
    onError: (error) => {
      const own = error instanceof ApiError ? (error.fields.password ?? error.fields.code) : undefined
      if (own || (error instanceof ApiError && error.code === 'wrong_password')) {
        onComplaint(own ?? error.message)
      } else toast.error(texts.storedLogin.deleteFailed, { description: error.message })
    },
  })
}

type ProofFieldProps = {
  /** Where the code was sent to; null: the password is asked for. */
  code: { email: string | undefined } | null
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

function ProofField({ code, value, onChange, error }: ProofFieldProps) {
  return code ? (
    <Field label="OTP" hint={`Emailed to ${code.email}`} error={error} isRequired>
      {(control) => (
        <Input
          {...control}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
    </Field>
  ) : (
    <Field label="Password" error={error} isRequired>
      {(control) => (
        <PasswordInput
          {...control}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          autoComplete="current-password"
        />
      )}
    </Field>
  )
}
