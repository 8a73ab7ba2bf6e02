import { Button } from './button.tsx'

/** Of a list that comes page by page: an infinite query has it all. */
export type MorePages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

type LoadMoreProps = { list: MorePages; label?: string }

/** The next page of a list, at its end. */
export function LoadMore({ list, label = 'Show more' }: LoadMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <div className="mt-8 grid justify-items-center gap-3">
      {list.isFetchNextPageError ? (
        <p role="alert" className="text-sm text-danger-ink">
          Could not be loaded. Try again.
        </p>
      ) : null}
      <Button
        variant="secondary"
        isLoading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {label}
      </Button>
    </div>
  )
}
