import { harassmentDueHours } from '@marga/contract/case-states'
import type { Person } from '@marga/contract/common'
import { limits } from '@marga/contract/limits'
import type { TicketForm } from '@marga/contract/tickets'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../../lib/api-client.ts'
import { useUnsaved } from '../../../lib/unsaved.ts'
import { validateForm } from '../../../lib/validation.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { referredNotes, subjectOf, type TicketAbout } from '../rules.ts'

type Values = { accusedId: string; subject: string; content: string; isHarassment: boolean }
type RaiseTicketFormProps = {
  /** Whom the complaint may be about. */
  people: readonly Person[]
  /** "mentor" or "mentee": what those people are. */
  noun: string
  /** Chosen beforehand, by the link that led here. */
  about: TicketAbout
  onRaise: (ticket: TicketForm) => Promise<unknown>
}

const ticketSchema = async () => (await import('@marga/contract/tickets')).ticketForm
const subjectMax = 200
const empty: Values = { accusedId: '', subject: '', content: '', isHarassment: false }

const personOptions = (people: readonly Person[], noun: string) => [
  { value: '', label: `Choose a ${noun}` },
  ...people.map(({ _id, firstName, lastName }) => ({ value: _id, label: `${firstName} ${lastName}` })),
]

export function RaiseTicketForm({ people, noun, about, onRaise }: RaiseTicketFormProps) {
  const { register, errors, isSubmitting, referred, submit } = useTicketForm({ people, noun, about, onRaise })
  return (
    <FormShell onSubmit={submit} error={null} loading={isSubmitting} isReady submitLabel="Raise ticket">
      <Field label={`Which ${noun}?`} error={errors.accusedId?.message} isRequired>
        {(control) => (
          // Made anew when more people come in, so that the one of the link is chosen; the rest stays as typed.
          <Select
            key={people.length}
            {...control}
            {...register('accusedId')}
            options={personOptions(people, noun)}
          />
        )}
      </Field>
      <Field label="Subject" error={errors.subject?.message}>
        {(control) => (
          <Input {...control} {...register('subject')} maxLength={subjectMax} autoComplete="off" />
        )}
      </Field>
      <Field
        label="What happened?"
        error={errors.content?.message}
        hint={referred ? referredNotes[referred.kind] : 'Say when and where. Only moderators read it.'}
        isRequired
      >
        {(control) => (
          <Textarea {...control} {...register('content')} rows={6} maxLength={limits.ticketTextMax} />
        )}
      </Field>
      <Checkbox
        {...register('isHarassment')}
        label={
          <>
            I feel harassed or threatened
            <span className="block text-sm text-ink-faint">
              A moderator then looks at it within {harassmentDueHours} hours.
            </span>
          </>
        }
      />
    </FormShell>
  )
}

function useTicketForm({ people, noun, about, onRaise }: RaiseTicketFormProps) {
  // As the form was opened, whatever the address says later; with the first ticket only, as the next is about something else.
  const [opened, setOpened] = useState<TicketAbout | null>(about)
  const { register, handleSubmit, setError, reset, formState, watch } = useForm<Values>({
    defaultValues: {
      ...empty,
      accusedId: about.personId ?? '',
      subject: about.referred ? subjectOf(about.referred) : '',
    },
  })
  const referred = watch('accusedId') === opened?.personId ? opened.referred : null
  const { errors, isSubmitting } = formState
  useUnsaved(formState.isDirty)
  const submit = handleSubmit(async ({ accusedId, subject, content, isHarassment }) => {
    if (people.every(({ _id }) => _id !== accusedId))
      return setError('accusedId', { message: `Choose the ${noun}.` })
    const context = referred ? { kind: referred.kind, id: referred.id } : undefined
    const ticket: TicketForm = {
      complaint: { accusedId },
      subject,
      content,
      context,
      isHarassment: isHarassment || undefined,
    }
    const { messages, values } = await validateForm(ticketSchema, ticket)
    for (const [field, message] of Object.entries(messages))
      setError((field === 'complaint' ? 'accusedId' : field) as keyof Values, { message })
    if (Object.keys(messages).length > 0) return
    try {
      await onRaise(values)
      reset(empty)
      setOpened(null)
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      for (const name of ['subject', 'content'] as const) {
        const message = fields[name] ?? fields[`ticketObject.${name}`]
        if (message) setError(name, { message })
      }
    }
  })
  return { register, errors, isSubmitting, referred, submit }
}
