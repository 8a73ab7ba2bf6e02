import { Skeleton } from '../ui/skeleton.tsx'

/** The shape of a mentor card to come. */
export function MentorCardSkeleton() {
  return (
    <li className="grid list-none gap-4 rounded-lg border border-line bg-surface p-5">
      <div className="flex gap-4">
        <Skeleton className="size-14 rounded-full" />
        <div className="grid flex-1 content-start gap-2.5 pt-1">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3.5 w-3/5" />
          <Skeleton className="h-3.5 w-1/3" />
        </div>
      </div>
      <Skeleton className="h-3.5" />
      <div className="flex gap-1.5">
        <Skeleton className="h-7 w-24" />
        <Skeleton className="h-7 w-16" />
        <Skeleton className="h-7 w-20" />
      </div>
      <Skeleton className="h-4 w-3/5" />
      <div className="flex justify-between border-t border-line pt-4">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-9 w-20" />
      </div>
    </li>
  )
}
