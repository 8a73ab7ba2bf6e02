import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { buttonStyle } from './button-style.ts'
import { useRestoreFocus } from './use-restore-focus.ts'

export type ConfirmDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string
  onConfirm: () => void
  isLoading?: boolean
  isDestructive?: boolean
  /** More than words: a note field, say. */
  children?: ReactNode
}

/** What `ConfirmDialog` shows. */
export function ConfirmDialogContent({
  isOpen,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Keep it',
  onConfirm,
  isLoading,
  isDestructive = true,
  children,
}: ConfirmDialogProps) {
  const focus = useRestoreFocus()
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-overlay fade-in" />
        <Radix.Content
          {...focus}
          className="fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 flex flex-col overflow-hidden rounded-xl bg-raised text-ink shadow-float fade-in"
        >
          {/* What scrolls is inside of what is round: Firefox draws its scrollbar over the corners of the same element. */}
          <div className="min-h-0 overflow-y-auto p-6">
            <Radix.Title className="mb-2 text-xl">{title}</Radix.Title>
            <Radix.Description className="mb-5 text-ink-soft">{description}</Radix.Description>
            {children}
            <div className="mt-5 flex flex-wrap justify-end gap-3">
              <Radix.Cancel className={buttonStyle({ variant: 'secondary' })}>{cancelLabel}</Radix.Cancel>
              <Button
                variant={isDestructive ? 'danger' : 'primary'}
                isLoading={isLoading}
                onClick={onConfirm}
                mayWrap
              >
                {confirmLabel}
              </Button>
            </div>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
