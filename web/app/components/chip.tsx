import type { ReactNode } from 'react'

/** A skill or a language. */
export const Chip = ({ children }: { children: ReactNode }) => (
  <li className="max-w-full truncate rounded-sm bg-sunken px-2.5 py-1 text-sm text-ink-soft">{children}</li>
)
