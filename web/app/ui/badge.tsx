import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'

const badgeStyle = cva('inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold', {
  variants: {
    tone: {
      // With an edge: it also stands on a sunken ground.
      neutral: 'bg-sunken text-ink-soft outline outline-line',
      accent: 'bg-accent-soft text-accent-ink',
      positive: 'bg-positive-soft text-positive-ink',
      danger: 'bg-danger-soft text-danger-ink',
    },
  },
  defaultVariants: { tone: 'neutral' },
})

type BadgeProps = VariantProps<typeof badgeStyle> & { children: ReactNode }

export const Badge = ({ tone, children }: BadgeProps) => (
  <span className={badgeStyle({ tone })}>{children}</span>
)
