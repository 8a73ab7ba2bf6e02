import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

const rows = ['a', 'b', 'c', 'd'] as const

export const ConversationRowSkeletons = () => (
  <div role="status" aria-label="Loading conversations" className="divide-y divide-line">
    {rows.map((row) => (
      <div key={row} className="flex min-h-18 items-center gap-3 px-4 py-3">
        <Skeleton className="size-10 rounded-full" />
        <span className="grid flex-1 gap-2">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3.5 w-4/5" />
        </span>
      </div>
    ))}
  </div>
)

const bubbles = [
  { key: 'a', layout: 'h-14 w-3/5' },
  { key: 'b', layout: 'ml-auto h-10 w-2/5' },
  { key: 'c', layout: 'h-20 w-1/2' },
  { key: 'd', layout: 'ml-auto h-14 w-1/2' },
] as const

export const BubbleSkeletons = () => (
  <div role="status" aria-label="Loading messages" className="grid gap-4 p-5">
    {bubbles.map(({ key, layout }) => (
      <Skeleton key={key} className={cn('rounded-xl', layout)} />
    ))}
  </div>
)

export const ThreadPaneSkeleton = () => (
  <div className="flex min-h-0 flex-col">
    <div className="flex min-h-18 items-center gap-3 border-b border-line px-4">
      <Skeleton className="size-10 rounded-full" />
      <Skeleton className="h-5 w-40" />
    </div>
    <BubbleSkeletons />
  </div>
)
