import { cn } from './cn.ts'

/** A place held for something that is coming; give it the size of that thing. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cn('block animate-pulse rounded-sm bg-line', className)} />
)

/** Lines of text to come. */
export const SkeletonText = ({ lines = 3 }: { lines?: number }) => (
  <span className="grid gap-2.5">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
      <Skeleton key={line} className={cn('h-3.5', line === lines - 1 && 'w-2/3')} />
    ))}
  </span>
)
