import type { FormEventHandler, ReactNode } from 'react'
import { Button } from './button.tsx'
import { cn } from './cn.ts'

type FormShellProps = {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** What the server refused and no field shows; null when all is well. */
  error: string | null
  /** A send is under way: the fields are locked and the button shows progress. */
  loading: boolean
  /** The page is alive. Before that the button waits, and what is typed stays where it is. */
  isReady: boolean
  submitLabel: string
  children: ReactNode
  /** Beside or under the button. */
  footer?: ReactNode
  className?: string
}

/**
 * Every form of the site. It is method="post" so that nothing typed can end in an address, should
 * a browser ever send it by itself.
 */
export function FormShell(props: FormShellProps) {
  const { onSubmit, error, loading, isReady, submitLabel, children, footer, className } = props
  return (
    <form method="post" noValidate onSubmit={onSubmit} className={cn('grid gap-5', className)}>
      <fieldset disabled={loading} className="contents">
        {children}
        {error ? (
          <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-ink">
            {error}
          </p>
        ) : null}
        <Button type="submit" isWide isLoading={loading} isWaiting={!isReady}>
          {submitLabel}
        </Button>
        {footer}
      </fieldset>
    </form>
  )
}
