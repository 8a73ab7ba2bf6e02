import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Words for a button that shows only a picture; `children` is that one button. */
export function Tooltip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 rounded-sm bg-ink px-2.5 py-1.5 text-xs text-paper shadow-float pop-in"
          >
            {label}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
