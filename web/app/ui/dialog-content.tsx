import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonStyle } from './button-style.ts'
import { cn } from './cn.ts'
import { useRestoreFocus } from './use-restore-focus.ts'

export type DialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** `modal` in the middle, `sheet` from the side (from below on small screens). */
  kind?: 'modal' | 'sheet'
  size?: 'sm' | 'md' | 'lg'
  /** Only what is inside closes it: something is under way, or would be lost. */
  isLocked?: boolean
}

/** As high as what it belongs to: over a dialog from which this one was opened. */
const overlay = 'fixed inset-0 z-50 bg-overlay fade-in'
const places = {
  modal:
    'fixed top-1/2 left-1/2 max-h-[90dvh] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 rounded-xl',
  sheet:
    'fixed inset-x-0 bottom-0 max-h-[88dvh] rounded-t-xl sm:inset-y-0 sm:right-0 sm:left-auto sm:max-h-none sm:w-104 sm:rounded-none sm:rounded-l-xl',
}
/** `sm` is the 400 px of the success modals. */
const widths = { sm: 'max-w-[400px]', md: 'max-w-xl', lg: 'max-w-3xl' }

/** What `Dialog` shows, with title and close button; focus is kept inside and given back at the end. */
export function DialogContent({
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  kind = 'modal',
  size = 'md',
  isLocked = false,
}: DialogProps) {
  const focus = useRestoreFocus()
  return (
    <Radix.Root open={isOpen} onOpenChange={(willBeOpen) => !isLocked && onOpenChange(willBeOpen)}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'z-50 flex flex-col overflow-hidden bg-raised text-ink shadow-float fade-in',
            places[kind],
            kind === 'modal' && widths[size],
          )}
        >
          {/* What scrolls is inside of what is round: Firefox draws its scrollbar over the corners of the same element. */}
          <div className="min-h-0 overflow-y-auto p-6">
            <div className="mb-4 flex items-start justify-between gap-4">
              <Radix.Title className="text-xl">{title}</Radix.Title>
              {isLocked ? null : (
                <Radix.Close
                  aria-label="Close"
                  className={buttonStyle({ variant: 'quiet', size: 'iconSm', className: '-mt-1 -mr-2' })}
                >
                  <X className="size-5" aria-hidden="true" />
                </Radix.Close>
              )}
            </div>
            {description ? (
              <Radix.Description className="mb-4 text-ink-soft">{description}</Radix.Description>
            ) : null}
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
