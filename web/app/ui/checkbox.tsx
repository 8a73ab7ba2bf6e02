import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; note?: ReactNode }

/** A native checkbox with its label; `note` stands at the end of the line. */
export function Checkbox({ label, note, className, ...rest }: CheckboxProps) {
  return (
    <label className={cn('flex min-h-9 items-center gap-3 rounded-sm text-base', className)}>
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          className="peer size-5 appearance-none rounded-sm border border-line-strong bg-surface checked:border-positive checked:bg-positive disabled:opacity-50"
          {...rest}
        />
        <Check
          className="pointer-events-none absolute size-4 text-on-positive opacity-0 peer-checked:opacity-100"
          strokeWidth={3}
          aria-hidden="true"
        />
      </span>
      <span className="min-w-0 flex-1">{label}</span>
      {note ? <span className="text-sm text-ink-faint">{note}</span> : null}
    </label>
  )
}
