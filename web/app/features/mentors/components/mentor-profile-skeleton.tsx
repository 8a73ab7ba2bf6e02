import { Card } from '../../../ui/card.tsx'
import { Skeleton, SkeletonText } from '../../../ui/skeleton.tsx'

/** The shape of a mentor's profile to come. */
export const MentorProfileSkeleton = () => (
  <div
    role="status"
    aria-label="Loading the profile"
    className="grid items-start gap-8 lg:grid-cols-[1fr_22rem]"
  >
    <div className="grid gap-8">
      <Card className="flex flex-col gap-6 sm:flex-row">
        <Skeleton className="size-24 rounded-full sm:size-32" />
        <div className="grid flex-1 content-start gap-4">
          <Skeleton className="h-9 w-3/5" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      </Card>
      <SkeletonText lines={6} />
    </div>
    <Card className="grid gap-5">
      <Skeleton className="h-5 w-2/5" />
      <Skeleton className="h-11 w-3/5" />
      <SkeletonText lines={4} />
      <Skeleton className="h-13 rounded-md" />
    </Card>
  </div>
)
