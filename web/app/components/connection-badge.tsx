import { useEffect, useState } from 'react'
import { formatShortMoment } from '../lib/dates.ts'
import { useHeardAt } from '../lib/offline/heard-at.ts'
import { useIsOffline } from '../lib/online.ts'
import { Spinner } from '../ui/spinner.tsx'

const delayMs = 2500

/** Says that live updates are not arriving; silent through a short gap. */
export function ConnectionBadge({ isConnected }: { isConnected: boolean }) {
  const [isLate, setIsLate] = useState(false)
  // The bar says more then.
  const isOffline = useIsOffline()
  const heardAt = useHeardAt()
  useEffect(() => {
    if (isConnected) return setIsLate(false)
    const timer = setTimeout(() => setIsLate(true), delayMs)
    return () => clearTimeout(timer)
  }, [isConnected])
  return (
    <div role="status" className="contents">
      {isLate && !isConnected && !isOffline ? (
        <p className="flex items-center justify-center gap-2 bg-accent-soft px-4 py-1.5 text-sm text-accent-ink">
          <Spinner className="size-4" />
          Reconnecting.{' '}
          {heardAt
            ? `What you see is as of ${formatShortMoment(heardAt)}.`
            : 'New messages will appear once you are connected.'}
        </p>
      ) : null}
    </div>
  )
}
