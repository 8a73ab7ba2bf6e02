import { useState } from 'react'
import { Button } from './button.tsx'

/** Of a list that comes page by page: an infinite query has it all. */
export type MorePages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
  error: unknown
  /** Begins with the first page again. */
  refetch: () => Promise<unknown>
}

type LoadMoreProps = { list: MorePages; label?: string }

/**
 * The server does not take the cursor any more, as after a release that writes others: all else that a further page is
 * asked for with was good enough for the first one.
 */
const isCursorRefused = ({ isFetchNextPageError, error }: MorePages) =>
  isFetchNextPageError && (error as { status?: unknown } | null)?.status === 400

/** The next page of a list, at its end. */
export function LoadMore({ list, label = 'Show more' }: LoadMoreProps) {
  const [isBeginningAnew, setIsBeginningAnew] = useState(false)
  if (!list.hasNextPage) return null
  const beginAnew = async () => {
    setIsBeginningAnew(true)
    await list.refetch()
    setIsBeginningAnew(false)
  }
  return (
    <div className="mt-8 grid justify-items-center gap-3">
      {list.isFetchNextPageError ? (
        <p role="alert" className="text-sm text-danger-ink">
          Could not be loaded. Try again.
        </p>
      ) : null}
      <Button
        variant="secondary"
        isLoading={list.isFetchingNextPage || isBeginningAnew}
        onClick={() => void (isCursorRefused(list) ? beginAnew() : list.fetchNextPage())}
      >
        {label}
      </Button>
    </div>
  )
}
