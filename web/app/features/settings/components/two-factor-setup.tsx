import { api } from '@marga/contract/api'
import type { Role } from '@marga/contract/roles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { sendRequest } from '../../../lib/api-client.ts'
import { saveAsFile } from '../../../lib/save-as-file.ts'
import { connectionOf } from '../../../lib/socket.ts'
import { askAgainAfterSetUp } from '../../../lib/use-two-step-required.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { settingsKeys } from '../queries.ts'
import { twoStepComplaints } from '../rules.ts'
import { QrCode } from './qr-code.tsx'

type TwoFactorSetupProps = { of: Role; onClose: () => void }

/** Password, then the app's first code, then the backup codes, which are shown this once. */
export function TwoFactorSetup({ of: role, onClose }: TwoFactorSetupProps) {
  const begin = useMutation({
    mutationFn: (password: string) =>
      sendRequest(api.accountSettings[role].beginTwoStep, { body: { password } }, { role }),
  })
  const confirm = useConfirm(role)
  if (confirm.data) return <BackupCodes codes={confirm.data.backupCodes} onClose={onClose} />
  const step = begin.data ? confirm : begin
  const { password, code, other } = twoStepComplaints(step.error)
  const complaint = password ?? code ?? other
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      // The answer brings the backup codes: without the dialog nobody would see them.
      isLocked={confirm.isPending}
      title="Set up two-step sign-in"
      description={
        begin.data
          ? 'Scan this with your authenticator app, then enter the code that it shows.'
          : 'Enter your password to begin. You need an authenticator app, such as Aegis or Google Authenticator.'
      }
    >
      {begin.data ? (
        <OneFieldForm
          key="code"
          submitLabel="Turn on"
          isLoading={confirm.isPending}
          onSubmit={confirm.mutate}
        >
          <QrCode text={begin.data.otpauthUrl} label="QR code for your authenticator app" />
          <p className="text-sm text-ink-soft">
            Or type this key into the app:{' '}
            <code className="font-semibold break-all text-ink">{begin.data.secret}</code>
          </p>
          <Field label="Authentication code" error={complaint} isRequired>
            {(control) => (
              <Input {...control} name="proof" inputMode="numeric" autoComplete="one-time-code" />
            )}
          </Field>
        </OneFieldForm>
      ) : (
        <OneFieldForm
          key="password"
          submitLabel="Continue"
          isLoading={begin.isPending}
          onSubmit={begin.mutate}
        >
          <Field label="Password" error={complaint} isRequired>
            {(control) => <PasswordInput {...control} name="proof" autoComplete="current-password" />}
          </Field>
        </OneFieldForm>
      )}
    </Dialog>
  )
}

function useConfirm(role: Role) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) =>
      sendRequest(api.accountSettings[role].confirmTwoStep, { body: { code } }, { role }),
    onSuccess: () => {
      // A moderator gets no live connection before this.
      connectionOf(role).retry()
      void askAgainAfterSetUp(client)
      void client.invalidateQueries({ queryKey: settingsKeys.twoStep(role) })
    },
  })
}

type OneFieldFormProps = {
  submitLabel: string
  isLoading: boolean
  onSubmit: (proof: string) => void
  children: ReactNode
}

/** The field named `proof` is what it sends. */
function OneFieldForm({ submitLabel, isLoading, onSubmit, children }: OneFieldFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const proof = String(new FormData(event.currentTarget).get('proof') ?? '')
    onSubmit(proof)
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {children}
      <Button type="submit" isWide isLoading={isLoading}>
        {submitLabel}
      </Button>
    </form>
  )
}

function BackupCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const save = () => saveAsFile('marga-backup-codes.txt', 'text/plain', `${codes.join('\n')}\n`)
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      // A stray Escape or click would lose them.
      isLocked
      title="Save your backup codes"
      description="Two-step sign-in is on. Each of these lets you in once without the app. They are not shown again."
    >
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={save}>
          Save as a file
        </Button>
        <Button onClick={onClose}>I have saved them</Button>
      </div>
    </Dialog>
  )
}
