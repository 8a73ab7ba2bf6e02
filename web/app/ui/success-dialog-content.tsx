import { Check } from 'lucide-react'
import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export type SuccessDialogProps = { isOpen: boolean; title: string; children?: ReactNode; action?: ReactNode }

/** What `SuccessDialog` shows. */
export function SuccessDialogContent({ isOpen, title, children, action }: SuccessDialogProps) {
  return (
    <Radix.Root open={isOpen}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay fade-in" />
        <Radix.Content className="fixed top-1/2 left-1/2 z-50 grid w-[calc(100vw-2rem)] max-w-[400px] -translate-x-1/2 -translate-y-1/2 justify-items-center gap-3 rounded-xl bg-raised p-8 text-center text-ink shadow-float fade-in">
          <span className="grid size-14 place-items-center rounded-full bg-positive text-on-positive">
            <Check className="size-7" aria-hidden="true" />
          </span>
          <Radix.Title className="text-xl">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="text-ink-soft">{children}</div>
          </Radix.Description>
          {action}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
