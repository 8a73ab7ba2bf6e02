import { useRef } from 'react'

/**
 * Types values into the named fields of the form inside `formRef`, as a password manager would: the
 * form hears input events and does not know the difference.
 */
export function useFillForm() {
  const formRef = useRef<HTMLDivElement>(null)
  const fill = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) {
      const field = formRef.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
      if (!field) continue
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  return { formRef, fill }
}
