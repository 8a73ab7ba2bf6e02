import { CloudOff } from 'lucide-react'
import { useIsOffline } from '../lib/online.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

type NotKeptProps = {
  /** What is missing, such as "Past sessions". */
  what: string
  isRetrying: boolean
  onRetry: () => void
}

/** In the place of what is not kept on this device and could not be fetched; the rest of the page stays. */
export function NotKept({ what, isRetrying, onRetry }: NotKeptProps) {
  const isOffline = useIsOffline()
  return (
    <div role="status">
      <EmptyState
        icon={CloudOff}
        title={isOffline ? 'Not kept on this device' : 'The server cannot be reached'}
        action={
          isOffline ? undefined : (
            <Button variant="secondary" isLoading={isRetrying} onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {what} could not be loaded{isOffline ? ' and will be when the connection is back.' : '.'}
      </EmptyState>
    </div>
  )
}
