import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { reviewsQuery } from '../queries.ts'
import { ReplyToReview } from './reply-to-review.tsx'
import { Reviews } from './reviews.tsx'

/** What was written of a mentor, for the mentor to read and reply to. */
export function OwnReviews({ mentorId, mentorFirstName }: { mentorId: string; mentorFirstName: string }) {
  const list = useInfiniteQuery({ ...reviewsQuery(mentorId), throwOnError: false })
  const { data, isError, error, refetch, isFetching } = list
  const box = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const isShown = data !== undefined
  // A notification leads here before there is anything to scroll to.
  useEffect(() => {
    if (isShown && hash === '#reviews') box.current?.scrollIntoView?.()
  }, [isShown, hash])
  return (
    <Card ref={box} className="scroll-mt-20">
      {data ? (
        <Reviews
          mentorFirstName={mentorFirstName}
          summary={data.pages[0]!.summary}
          reviews={data.pages.flatMap((page) => page.reviews)}
          more={list}
          actionOf={(review) => <ReplyToReview mentorId={mentorId} review={review} />}
        />
      ) : isError ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Card>
  )
}
