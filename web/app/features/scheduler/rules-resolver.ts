import type { FieldValues, Resolver, ResolverResult } from 'react-hook-form'

/** A form's check by rules of our own: `check` names what is wrong with which field. */
export const rulesResolver =
  <T extends FieldValues>(check: (values: T) => Partial<Record<keyof T, string>>): Resolver<T> =>
  (values) => {
    const entries = Object.entries(check(values)).map(([field, message]) => [
      field,
      { type: 'rule', message },
    ])
    const result =
      entries.length > 0 ? { values: {}, errors: Object.fromEntries(entries) } : { values, errors: {} }
    return result as ResolverResult<T>
  }
