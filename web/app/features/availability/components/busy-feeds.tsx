import type { BusyFeed } from '@marga/contract/availability'
import { limits } from '@marga/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatRelative } from '../../../lib/relative-dates.ts'
import { useFocusAfter } from '../../../lib/use-focus-after.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useRemoveFeed } from '../mutations.ts'
import { busyFeedsQuery } from '../queries.ts'
import { AddFeedForm } from './add-feed-form.tsx'

/** Other calendars of the mentor: where they have an event, open times are hidden. */
export function BusyFeeds() {
  const { data: feeds, error, isFetching, refetch } = useQuery(busyFeedsQuery)
  const [removed, setRemoved] = useState<BusyFeed | null>(null)
  const remove = useRemoveFeed()
  // The list goes with its last calendar.
  const place = useFocusAfter<HTMLElement>(removed !== null)
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="busy-feeds-title" className="outline-none">
      <Card className="grid grid-cols-1 gap-5">
        <div>
          <CardTitle id="busy-feeds-title">Other calendars</CardTitle>
          <p className="mt-1 text-sm text-ink-soft">
            Connect the calendar that you live by. Open times under its events are hidden, and come back when
            no calendar has an event there. It is usually read every {limits.feedEveryMinutes} minutes;
            mentees see nothing of it.
          </p>
        </div>
        {feeds ? (
          <>
            {feeds.length > 0 ? <FeedList feeds={feeds} onRemove={setRemoved} /> : null}
            {feeds.length < limits.busyFeedsMax ? (
              <AddFeedForm />
            ) : (
              <p className="text-sm text-ink-soft">
                You can connect {limits.busyFeedsMax} calendars. Remove one to add another.
              </p>
            )}
          </>
        ) : error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Skeleton className="h-28" />
        )}
      </Card>
      <ConfirmDialog
        isOpen={removed !== null}
        onOpenChange={(isOpen) => !isOpen && setRemoved(null)}
        title="Remove this calendar?"
        description="Open times that only this calendar hides can be booked again."
        confirmLabel="Remove"
        isLoading={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed._id, { onSettled: () => setRemoved(null) })}
      />
    </section>
  )
}

type FeedListProps = { feeds: readonly BusyFeed[]; onRemove: (feed: BusyFeed) => void }

function FeedList({ feeds, onRemove }: FeedListProps) {
  const now = useNow(60_000)
  return (
    <ul aria-label="Connected calendars" className="divide-y divide-line rounded-md border border-line">
      {feeds.map((feed) => (
        <li key={feed._id} className="flex items-center gap-3 py-2 pr-2 pl-4">
          <span className="min-w-0 flex-1">
            <span className="block font-semibold wrap-anywhere">{feed.host}</span>
            <span className="block text-sm text-ink-soft">
              {feed.readAt ? `Read ${formatRelative(feed.readAt, now)}` : 'Not read yet'}
            </span>
            {feed.failure ? (
              <span className="block text-sm text-danger-ink">
                {feed.failure}
                {feed.readAt
                  ? ' Once it has not been read for about a day, times under its events can be booked.'
                  : null}
              </span>
            ) : null}
          </span>
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Remove the calendar of ${feed.host}`}
            onClick={() => onRemove(feed)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}
