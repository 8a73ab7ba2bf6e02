import { callPrice, formatRupees } from '@marga/contract/prices'
import { cn } from '../ui/cn.ts'

type PriceProps = {
  monthlyFee: number
  /** Of the amount: how large it is in its place. */
  className?: string
}

/** What a month costs, and each hour of it. */
export const Price = ({ monthlyFee, className }: PriceProps) => (
  <p className="tabular-nums">
    <span className={cn('font-semibold', className)}>{formatRupees(monthlyFee)}</span>
    <span className="text-ink-soft"> a month</span>{' '}
    <span className="block text-sm text-ink-soft">{formatRupees(callPrice(monthlyFee))} an hour</span>
  </p>
)
