import { z } from 'zod'

export const errorBody = z
  .object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    isBlocked: z.literal(true).optional(),
  })
  .loose()
export type ErrorBody = z.infer<typeof errorBody>

type Issue = Pick<z.core.$ZodRawIssue, 'code'> & Record<string, unknown>

/** One sentence in a person's words for what a schema refused. Schemas with their own message keep it. */
export function issueMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null || issue.input === ''
        ? 'This is required.'
        : `This must be a ${typeWords[String(issue.expected)] ?? String(issue.expected)}.`
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return issue.origin === 'string'
        ? `At most ${issue.maximum} characters.`
        : issue.origin === 'array'
          ? `At most ${issue.maximum} entries.`
          : `At most ${issue.maximum}.`
    case 'invalid_value':
    case 'invalid_union':
      return 'This is not one of the possible values.'
    case 'invalid_format':
      return 'This does not have the right form.'
    default:
      return undefined
  }
}

const typeWords: Record<string, string> = {
  string: 'text',
  number: 'number',
  int: 'whole number',
  boolean: 'yes or no',
  array: 'list',
  object: 'group of fields',
  record: 'group of fields',
}

function tooSmall(issue: Issue): string {
  if (issue.origin === 'string') {
    return issue.minimum === 1 ? 'This is required.' : `At least ${issue.minimum} characters.`
  }
  if (issue.origin === 'array') {
    return issue.minimum === 1 ? 'Give at least one.' : `At least ${issue.minimum} entries.`
  }
  return `At least ${issue.minimum}.`
}

/** Path → sentence, as answered under `fields`. The first complaint about a field wins. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.') || 'body'
    fields[path] ??= issue.message
  }
  return fields
}
