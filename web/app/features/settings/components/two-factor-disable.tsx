import { api } from '@marga/contract/api'
import type { Role } from '@marga/contract/roles'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { toast } from 'sonner'
import { sendRequest } from '../../../lib/api-client.ts'
import { useInstallation } from '../../../lib/installation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { isTwoStepRequired, twoStepComplaints } from '../rules.ts'

/** Turning it off asks for both steps once more. */
export function TwoFactorDisable({ of: role, onClose }: { of: Role; onClose: () => void }) {
  const isRequired = isTwoStepRequired(role, useInstallation().config)
  const end = useMutation({
    mutationFn: (body: { password: string; code: string }) =>
      sendRequest(api.accountSettings[role].endTwoStep, { body }, { role }),
    onSuccess: () => {
      toast.success('Two-step sign-in is off')
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    end.mutate({ password: String(form.get('password')), code: String(form.get('code')) })
  }
  const wrong = twoStepComplaints(end.error)
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Turn two-step sign-in off?"
      description={
        isRequired
          ? 'Moderators need it here: until you set it up again, nothing but your settings opens.'
          : 'After that, your password alone signs you in.'
      }
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Password" error={wrong.password} isRequired>
          {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
        </Field>
        <Field label="Authentication code" error={wrong.code} isRequired>
          {(control) => <Input {...control} name="code" autoComplete="one-time-code" />}
        </Field>
        {wrong.other ? (
          <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-ink">
            {wrong.other}
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Keep it on
          </Button>
          <Button type="submit" variant="danger" isLoading={end.isPending}>
            Turn off
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
