import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { FormShell } from '../ui/form-shell.tsx'

type ProfileFormProps = {
  onSubmit: FormEventHandler
  isSubmitting: boolean
  onClose: () => void
  children: ReactNode
}

/** The fields of a person's own profile. What keeps it from being saved is said beside them. */
export function ProfileForm({ onSubmit, isSubmitting, onClose, children }: ProfileFormProps) {
  return (
    <FormShell
      onSubmit={onSubmit}
      error={null}
      loading={isSubmitting}
      isReady
      submitLabel="Save profile"
      footer={
        <Button variant="quiet" onClick={onClose}>
          Close without saving
        </Button>
      }
    >
      {children}
    </FormShell>
  )
}
