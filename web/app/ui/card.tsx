import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** A sheet of paper on the page. `isFlat` for cards inside cards. */
export function Card({ className, isFlat, ...rest }: ComponentProps<'div'> & { isFlat?: boolean }) {
  return (
    <div
      className={cn(
        'rounded-lg border border-line bg-surface p-5 sm:p-6',
        !isFlat && 'shadow-card',
        className,
      )}
      {...rest}
    />
  )
}

export const CardTitle = ({ className, ...rest }: ComponentProps<'h2'>) => (
  <h2 className={cn('text-xl', className)} {...rest} />
)
