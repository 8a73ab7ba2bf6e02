import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export type RadioCard<T extends string> = { value: T; label: string; hint?: ReactNode; isDisabled?: boolean }

type RadioCardsProps<T extends string> = {
  legend: string
  name: string
  options: readonly RadioCard<T>[]
  value: T
  onChange: (value: T) => void
  /** In one row of equal parts: for a few short labels. */
  isRow?: boolean
  isLegendHidden?: boolean
}

/** One choice of a few, each as large as a finger; native radios underneath. */
export function RadioCards<T extends string>({
  legend,
  name,
  options,
  value,
  onChange,
  isRow,
  isLegendHidden,
}: RadioCardsProps<T>) {
  return (
    <fieldset className="min-w-0">
      <legend className={cn('mb-1.5 text-sm font-semibold', isLegendHidden && 'sr-only')}>{legend}</legend>
      <div className={isRow ? 'flex flex-wrap rounded-md bg-sunken p-1' : 'grid gap-2'}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cn(
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              isRow
                ? 'grid min-h-10 min-w-fit flex-1 basis-0 place-items-center rounded-sm px-2 text-sm font-semibold text-ink-soft has-checked:bg-raised has-checked:text-ink has-checked:shadow-card'
                : 'flex items-start gap-3 rounded-md border border-line-strong bg-surface p-3.5 has-checked:border-positive has-checked:bg-positive-soft has-disabled:opacity-55',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
              className={isRow ? 'sr-only' : 'mt-1 size-4 accent-positive'}
            />
            <span>
              {option.label}
              {option.hint ? <span className="block text-sm text-ink-soft">{option.hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
