import type { OwnMentorProfile } from '@marga/contract/mentors'
import { formatRupees } from '@marga/contract/prices'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError } from '../../../lib/api-client.ts'
import { useUnsaved } from '../../../lib/unsaved.ts'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import {
  checkChanges,
  type PriceValues,
  type ProfileChanges,
  priceChanges,
  usualMonthlyFee,
} from '../rules.ts'

type PriceFormProps = { profile: OwnMentorProfile; onSave: (changes: ProfileChanges) => Promise<unknown> }

/** Hourly rate and monthly fee. Mount it anew (key) when the profile's prices change. */
export function PriceForm({ profile, onSave }: PriceFormProps) {
  const { register, setValue, submit, values, errors, isSubmitting } = usePriceForm({ profile, onSave })
  const usual = usualMonthlyFee(values.hourlyRate)
  /** A fee that was four hours goes on being so while the rate is typed, until the mentor writes one. */
  const [isOwnFee, setIsOwnFee] = useState(profile.monthlyFee !== usualMonthlyFee(String(profile.hourlyRate)))
  const followRate = (event: { target: { value: string } }) => {
    const fee = usualMonthlyFee(event.target.value)
    if (!isOwnFee && fee !== null) setValue('monthlyFee', String(fee))
  }
  return (
    <Card>
      <CardTitle>Price</CardTitle>
      <p className="mt-1 mb-5 text-sm text-ink-soft">
        Mentees filter by the hourly rate and pay the monthly fee, for four calls and the chat.
      </p>
      <FormShell onSubmit={submit} error={null} loading={isSubmitting} isReady submitLabel="Save price">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Hourly rate (₹)" error={errors.hourlyRate?.message} isRequired>
            {(field) => (
              <Input {...field} {...register('hourlyRate', { onChange: followRate })} inputMode="numeric" />
            )}
          </Field>
          <Field
            label="Monthly fee (₹)"
            error={errors.monthlyFee?.message}
            hint={usual === null ? undefined : `Four hours at your rate are ${formatRupees(usual)}.`}
            isRequired
          >
            {(field) => (
              <Input
                {...field}
                {...register('monthlyFee', { onChange: () => setIsOwnFee(true) })}
                inputMode="numeric"
              />
            )}
          </Field>
        </div>
        {usual !== null && String(usual) !== values.monthlyFee ? (
          <button
            type="button"
            className="link min-h-9 justify-self-start text-sm"
            onClick={() => setValue('monthlyFee', String(usual))}
          >
            Use {formatRupees(usual)}
          </button>
        ) : null}
        <p className="rounded-md bg-accent-soft px-4 py-3 text-sm text-accent-ink">
          A new price is for new subscriptions. Mentees who are subscribed keep theirs.
        </p>
      </FormShell>
    </Card>
  )
}

/** The prices as they are typed; what is wrong with one, here or at the server, is said under its field. */
function usePriceForm({ profile, onSave }: PriceFormProps) {
  const { register, handleSubmit, setError, setValue, control, formState } = useForm<PriceValues>({
    defaultValues: { hourlyRate: String(profile.hourlyRate), monthlyFee: String(profile.monthlyFee) },
  })
  const values = useWatch({ control }) as PriceValues
  useUnsaved(formState.isDirty)
  const submit = handleSubmit(async (form) => {
    const changes = priceChanges(form, profile)
    const complaints = Object.entries(await checkChanges(changes))
    for (const [field, message] of complaints) setError(field as keyof PriceValues, { message })
    if (complaints.length > 0 || Object.keys(changes).length === 0) return
    await onSave(changes).catch((error: unknown) => {
      if (!(error instanceof ApiError)) return
      for (const [field, message] of Object.entries(error.fields)) {
        setError(field as keyof PriceValues, { message })
      }
    })
  })
  const { errors, isSubmitting } = formState
  return { register, setValue, submit, values, errors, isSubmitting }
}
