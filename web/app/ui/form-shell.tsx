import { type FormEvent, type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { cn } from './cn.ts'

type FormShellProps = {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** What the server refused and no field shows; null when all is well. */
  error: string | null
  /** A send is under way: the fields are locked and the button shows progress. */
  loading: boolean
  /** It may be sent. On a page that is not hydrated yet it may, too: lib/early-submit.ts holds it until then. */
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
  const { form, noteFocus } = useKeptFocus(loading)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    noteFocus()
    onSubmit(event)
  }
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className={cn('grid gap-5', className)}>
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

/**
 * Locked fields lose the focus. Once they are free again it goes to the first that was refused, or to where it
 * was, unless somebody has put it elsewhere meanwhile.
 */
function useKeptFocus(loading: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (loading || !before.current) return
    const refused = form.current?.querySelector('[aria-invalid="true"]')
    const target = refused ?? before.current
    before.current = null
    if (document.activeElement === document.body && target instanceof HTMLElement) target.focus()
  }, [loading])
  const noteFocus = () => {
    before.current = document.activeElement
  }
  return { form, noteFocus }
}
