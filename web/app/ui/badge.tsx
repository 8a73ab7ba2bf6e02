import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'

const badgeStyle = cva('inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold', {
  variants: {
    tone: {
      neutral: 'bg-sunken text-ink-soft',
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

/** A number on a navigation link: nothing at 0, "9+" above nine. `noun` is one of what is counted. */
export function CountBadge({ count, noun }: { count: number; noun: string }) {
  if (count <= 0) return null
  return (
    <span className="inline-grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1.5 text-xs font-bold text-on-danger">
      <span aria-hidden="true">{count > 9 ? '9+' : count}</span>
      <span className="sr-only">{`${count} ${noun}${count === 1 ? '' : 's'}`}</span>
    </span>
  )
}
