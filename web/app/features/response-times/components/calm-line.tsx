import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** Where there is nothing to do: short, since that is the rule. */
export const CalmLine = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-3 rounded-lg border border-line bg-surface px-4 py-4 text-ink-soft shadow-card sm:px-5">
    <CircleCheck className="size-5 shrink-0 text-positive-ink" aria-hidden="true" />
    <span>{children}</span>
  </p>
)
