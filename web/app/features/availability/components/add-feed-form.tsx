import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { useAddFeed } from '../mutations.ts'

/** Connects another calendar by its secret address, which is never shown again. */
export function AddFeedForm() {
  const [url, setUrl] = useState('')
  const add = useAddFeed()
  const { field, other } = complaintsOf(add.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Awaited: a mutation calls back nobody who is not shown, and the tab may be switched before the answer.
    add.mutateAsync(url.trim()).then(
      () => setUrl(''),
      () => {},
    )
  }
  return (
    <FormShell
      onSubmit={submit}
      error={other ?? null}
      loading={add.isPending}
      isReady
      submitLabel={add.isPending ? 'Reading the calendar…' : 'Add calendar'}
    >
      <Field
        label="Secret address of the calendar"
        hint="Ends in .ics. We keep it encrypted and never show it again."
        error={field}
        isRequired
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            value={url}
            onChange={(event) => {
              setUrl(event.currentTarget.value)
              if (add.isError) add.reset()
            }}
          />
        )}
      </Field>
      <div className="grid gap-1 text-sm">
        <Help title="Where to find it in Google Calendar">
          On a computer, open Settings, choose your calendar under “Settings for my calendars”, and copy
          “Secret address in iCal format” from “Integrate calendar”.
        </Help>
        <Help title="Where to find it in Outlook">
          On the web, open Settings, then Calendar, then “Shared calendars”. Under “Publish a calendar” choose
          yours with “Can view all details”, press Publish, and copy the ICS link.
        </Help>
      </div>
    </FormShell>
  )
}

const Help = ({ title, children }: { title: string; children: ReactNode }) => (
  <details>
    <summary className="min-h-9 content-center font-semibold">{title}</summary>
    <p className="pb-2 text-ink-soft">{children}</p>
  </details>
)

function complaintsOf(error: Error | null): { field?: string; other?: string } {
  if (!error) return {}
  if (!(error instanceof ApiError)) return { other: error.message }
  if (error.code === 'already_exists') return { field: 'You have added this calendar already.' }
  const { url } = error.fields
  if (url) return { field: url }
  // The address is the only thing that can be wrong with it.
  return error.code === 'invalid_request' ? { field: error.message } : { other: error.message }
}
