import { CircleAlert } from 'lucide-react'
import { Button } from './button.tsx'

type ErrorStateProps = { message: string; onRetry?: () => void; isRetrying?: boolean }

/** Something could not be loaded; the rest of the page goes on. */
export function ErrorState({ message, onRetry, isRetrying }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-lg border border-line bg-danger-soft px-6 py-8 text-center text-danger-ink"
    >
      <CircleAlert className="size-7" aria-hidden="true" />
      <p>{message}</p>
      {onRetry ? (
        <Button variant="secondary" size="sm" isLoading={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </div>
  )
}
