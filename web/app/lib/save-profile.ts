import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api-client.ts'

type Saving<Values extends FieldValues, Changes extends object> = {
  changes: Changes
  /** By field, what is wrong with it. */
  check: (changes: Changes) => Promise<Record<string, string>>
  onSave: (changes: Changes) => Promise<unknown>
  onClose: () => void
  setError: UseFormSetError<Values>
}

/** Saves what was changed and closes the form, or says at the fields what is wrong with them. */
export async function saveProfile<Values extends FieldValues, Changes extends object>({
  changes,
  check,
  onSave,
  onClose,
  setError,
}: Saving<Values, Changes>) {
  const showErrors = (errors: Record<string, string>) => {
    for (const [path, message] of Object.entries(errors))
      setError(path.split('.')[0] as Path<Values>, { message }, { shouldFocus: true })
  }
  const errors = await check(changes)
  if (Object.keys(errors).length > 0) return showErrors(errors)
  if (Object.keys(changes).length === 0) return onClose()
  try {
    await onSave(changes)
    onClose()
  } catch (error) {
    if (error instanceof ApiError) showErrors(error.fields)
  }
}
