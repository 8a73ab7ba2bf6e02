import { ApiError } from '../../lib/api-client.ts'
import type { HoursDraft } from './hours-rules.ts'

/** What the server refused, of which draft. */
export type Refusal = { draft: HoursDraft; fields: Readonly<Record<string, string>>; message: string }

/** What is wrong at a path such as `weekly.3.to`. */
export type ErrorAt = (path: string) => string | undefined

export const refusalFrom = (draft: HoursDraft, error: Error): Refusal => ({
  draft,
  fields: error instanceof ApiError ? error.fields : {},
  message: error.message,
})

/** A complaint stands until what it is about is changed. */
export function errorsIn(refusal: Refusal | null, draft: HoursDraft): ErrorAt {
  return (path) => {
    const part = path.split('.')[0] as keyof HoursDraft
    return refusal && refusal.draft[part] === draft[part] ? refusal.fields[path] : undefined
  }
}

/** What is said beside the button: where to look, or what no field shows. */
export function refusalText(refusal: Refusal): string {
  const paths = Object.keys(refusal.fields)
  if (paths.length === 0) return refusal.message
  const elsewhere = paths.filter((path) => /^(?:vacations|timeZone)\b/.test(path))
  return elsewhere.length > 0
    ? elsewhere.map((path) => refusal.fields[path]).join(' ')
    : 'Nothing was saved. Please correct what is marked.'
}
