import type { Vacation } from '@marga/contract/vacations'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { ApiError } from '../../../lib/api-client.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { useAnnounceVacations, type VacationsChange } from '../mutations.ts'
import { checkVacation, type VacationErrors, vacationText, withVacation } from '../rules.ts'

type VacationFormProps = { mentorId: string; announced: readonly Vacation[]; today: string }

const none: Vacation = { from: '', to: '' }

/** Announces one more vacation, both days included. */
export function VacationForm({ mentorId, announced, today }: VacationFormProps) {
  const [values, setValues] = useState(none)
  const [errors, setErrors] = useState<VacationErrors & { form?: string }>({})
  const announce = useAnnounceVacations(mentorId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkVacation(values, { announced, today })
    setErrors(found)
    if (found.from || found.to) return
    let all: Vacation[] = []
    const addTo: VacationsChange = (known) => {
      all = withVacation(known, values)
      return all
    }
    // Awaited: a mutation calls back nobody who is not shown, and the tab may be switched before the answer.
    announce.mutateAsync(addTo).then(
      () => {
        setValues(none)
        toast.success('Time away announced', { description: vacationText(values) })
      },
      (error: Error) => setErrors(errorsOf(error, all.indexOf(values))),
    )
  }
  const change = (field: keyof Vacation) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setValues((known) => ({ ...known, [field]: value }))
  }
  return (
    <FormShell
      onSubmit={submit}
      error={errors.form ?? null}
      loading={announce.isPending}
      isReady
      submitLabel="Announce time away"
      className="max-w-lg"
    >
      <div className="grid grid-cols-1 gap-4 xs:max-lg:grid-cols-2">
        <Field label="First day" error={errors.from} isRequired>
          {(field) => (
            <Input {...field} type="date" min={today} value={values.from} onChange={change('from')} />
          )}
        </Field>
        <Field label="Last day" error={errors.to} isRequired>
          {(field) => (
            <Input
              {...field}
              type="date"
              min={values.from || today}
              value={values.to}
              onChange={change('to')}
            />
          )}
        </Field>
      </div>
    </FormShell>
  )
}

/** What the server refused: at its field, if it is of this vacation, else under the form. */
function errorsOf(error: Error, index: number): VacationErrors & { form?: string } {
  const fields = error instanceof ApiError ? error.fields : {}
  const from = fields[`vacations.${index}.from`] ?? fields[`vacations.${index}`]
  const to = fields[`vacations.${index}.to`]
  return from || to ? { from, to } : { form: error.message }
}
