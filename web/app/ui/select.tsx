import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { inputStyle } from './input.tsx'

export type SelectOption = { value: string; label: string }
type SelectProps = Omit<ComponentProps<'select'>, 'children'> & { options: readonly SelectOption[] }

/** The platform's own list: best with keyboards, screen readers and on telephones. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <div className={cn('relative', className)}>
      <select className={cn(inputStyle, 'h-11 appearance-none pr-10')} {...rest}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-faint"
        aria-hidden="true"
      />
    </div>
  )
}
