import { WifiOff } from 'lucide-react'
import { formatShortMoment } from '../lib/dates.ts'
import { useHeardAt } from '../lib/offline/heard-at.ts'

type OfflineBarProps = {
  isOffline: boolean
  /** A page was asked for that is not here yet. */
  isWaiting: boolean
}

/** Says that there is no line, and what becomes of the page that was asked for. */
export function OfflineBar({ isOffline, isWaiting }: OfflineBarProps) {
  const heardAt = useHeardAt()
  return (
    <div role="status" className="contents">
      {isOffline ? (
        <p
          data-offline-bar
          className="sticky top-0 z-40 flex min-h-(--offline-bar) items-center justify-center gap-2 bg-ink px-4 py-2 text-center text-paper text-sm"
        >
          <WifiOff className="size-4 shrink-0" aria-hidden="true" />
          {isWaiting
            ? 'You are offline. The page opens when the connection is back.'
            : `You are offline. What you see ${heardAt ? `is as of ${formatShortMoment(heardAt)}` : 'may be out of date'}.`}
        </p>
      ) : null}
    </div>
  )
}
