import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** Shared by everything that takes text; `field-sizing` and height are each one's own. */
export const inputStyle =
  'w-full rounded-md border border-line-strong bg-surface px-3.5 text-base text-ink transition-colors hover:border-ink-soft disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-faint aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger'

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input type={type} className={cn(inputStyle, 'h-11', className)} {...rest} />
}
