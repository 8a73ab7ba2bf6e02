import { type FormEvent, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Select } from '../../../ui/select.tsx'
import { useChangeZone } from '../mutations.ts'
import { timeZoneChoices } from '../rules.ts'

type ZoneDialogProps = { isOpen: boolean; mentorId: string; timeZone: string; onClose: () => void }

/** What `ZoneDialog` shows. */
export function ZoneDialogContent({ isOpen, mentorId, timeZone, onClose }: ZoneDialogProps) {
  const change = useChangeZone(mentorId)
  const [chosen, setChosen] = useState(timeZone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(chosen, { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(willBeOpen) => !willBeOpen && onClose()}
      title="Change your time zone"
      description="Used for all times on your pages and in your emails. Times that you have already published do not move."
    >
      <FormShell onSubmit={submit} error={null} loading={change.isPending} isReady submitLabel="Save">
        <Field label="Time zone">
          {(field) => (
            <Select
              {...field}
              value={chosen}
              onChange={(event) => setChosen(event.target.value)}
              options={timeZoneChoices(timeZone).map((value) => ({
                value,
                label: value.replaceAll('_', ' '),
              }))}
            />
          )}
        </Field>
      </FormShell>
    </Dialog>
  )
}
