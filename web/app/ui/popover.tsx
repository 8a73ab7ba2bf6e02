import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type PopoverProps = {
  trigger: ReactNode
  label: string
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** Content beside its button. `trigger` is one button element, `label` names the content. */
export function Popover({ trigger, label, children, align = 'end', isOpen, onOpenChange }: PopoverProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={8}
          className="z-50 w-[min(24rem,calc(100vw-1rem))] rounded-lg border border-line bg-raised text-ink shadow-float pop-in"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Closes the popover around it when its only child is clicked. */
export const PopoverClose = ({ children }: { children: ReactNode }) => (
  <Radix.Close asChild>{children}</Radix.Close>
)
