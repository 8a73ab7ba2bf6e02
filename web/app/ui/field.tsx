import { type ReactNode, useId } from 'react'
import { cn } from './cn.ts'

/** What a control needs to belong to its label, hint and error. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string
  isRequired?: boolean
  /** Said by screen readers only; for fields whose place makes the label plain. */
  isLabelHidden?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A labelled control with its hint and error, tied together by aria-describedby. */
export function Field({ label, hint, error, isRequired, isLabelHidden, className, children }: FieldProps) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={cn('text-sm font-semibold', isLabelHidden && 'sr-only')}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': isRequired || undefined,
      })}
      {error ? (
        <p id={errorId} className="text-sm text-danger-ink">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="text-sm text-ink-faint">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
