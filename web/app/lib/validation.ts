import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** Fetches the contract's schema of a form: `async () => (await import('@marga/contract/accounts')).loginForm`. */
export type SchemaOf = () => Promise<z.ZodType>

// What the schemas of all forms stand on is fetched when somebody begins to fill one in, not when it is sent.
if (typeof document !== 'undefined') {
  const fetchChecks = () => void import('@marga/contract/common').catch(() => undefined)
  document.addEventListener('focusin', fetchChecks, { once: true })
}

/**
 * Field → complaint by the contract's own rules, empty when all is well; `values` are then as the schema makes
 * them. The schemas come when they are asked for the first time. A form whose schema cannot be fetched is sent as
 * it is: the server checks it in any case.
 */
export async function validateForm<T>(
  schemaOf: SchemaOf,
  values: T,
): Promise<{ messages: Record<string, string>; values: T }> {
  const schema = await schemaOf().catch(() => null)
  const result = schema?.safeParse(values)
  if (!result) return { messages: {}, values }
  if (result.success) return { messages: {}, values: result.data as T }
  const messages: Record<string, string> = {}
  for (const { path, message } of result.error.issues) messages[String(path[0])] ??= message
  return { messages, values }
}

/** The same for react-hook-form: what is sent is what the schema makes of what was typed. */
export const resolverOf =
  <T extends FieldValues, Sent = T>(schemaOf: SchemaOf): Resolver<T, unknown, Sent> =>
  async (typed) => {
    const { messages, values } = await validateForm(schemaOf, typed)
    const entries = Object.entries(messages).map(([field, message]) => [field, { type: 'rule', message }])
    if (entries.length > 0) return { values: {}, errors: Object.fromEntries(entries) }
    return { values: values as unknown as Sent, errors: {} }
  }
