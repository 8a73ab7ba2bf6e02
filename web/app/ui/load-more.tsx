import { Button } from './button.tsx'

type LoadMoreProps = { hasMore: boolean; isLoading: boolean; onLoadMore: () => void; label?: string }

/** The next page of a list, at its end. */
export function LoadMore({ hasMore, isLoading, onLoadMore, label = 'Show more' }: LoadMoreProps) {
  if (!hasMore) return null
  return (
    <div className="mt-8 flex justify-center">
      <Button variant="secondary" isLoading={isLoading} onClick={onLoadMore}>
        {label}
      </Button>
    </div>
  )
}
