import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useEffect } from 'react'
import { useAnchoredPanel } from './use-anchored-panel.ts'

type ControlledPopoverProps = {
  trigger: ReactElement<ComponentProps<'button'>>
  label: string
  children: ReactNode
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Content that drops from its button. `trigger` is one button element, `label` names the content. */
export function ControlledPopover({
  trigger,
  label,
  children,
  isOpen,
  onOpenChange,
}: ControlledPopoverProps) {
  const { panel, buttonProps, panelProps } = useAnchoredPanel(isOpen, onOpenChange)
  useEffect(() => panel?.focus(), [panel])
  return (
    <>
      {cloneElement(trigger, {
        ...buttonProps,
        'aria-haspopup': 'dialog',
        onClick: () => onOpenChange(!isOpen),
      })}
      {isOpen ? (
        <div
          {...panelProps}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          className="fixed inset-auto z-50 m-0 w-[min(24rem,calc(100vw-1rem))] rounded-lg border border-line bg-raised text-ink shadow-float outline-none pop-in"
        >
          {children}
        </div>
      ) : null}
    </>
  )
}
