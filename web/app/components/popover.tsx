import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'

type PopoverProps = {
  /** What is on the button; `label` names it where that is only a picture. */
  button: ReactNode
  label: string
  buttonClassName: string
  className: string
  children: ReactNode
}

/**
 * A panel under the bar, opened by its button. The browser's own popover: Escape and a click outside
 * close it, and it works before the page is hydrated. Going to another page closes it too.
 */
export function Popover({ button, label, buttonClassName, className, children }: PopoverProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visited address has its own key
  useEffect(() => panel.current?.hidePopover?.(), [key])
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={label} className={buttonClassName}>
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={`fixed inset-auto top-[calc(var(--spacing-navbar)+var(--offline-bar,0px))] m-0 border border-line bg-raised text-ink shadow-float pop-in ${className}`}
      >
        {children}
      </div>
    </>
  )
}
