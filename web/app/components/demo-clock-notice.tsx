import { currentTime } from '../lib/clock.ts'
import { formatDate, formatTime } from '../lib/dates.ts'
import { useInstallation } from '../lib/installation.ts'

/** Says that a demo's clock was moved: every time on its pages goes by that clock. */
export function DemoClockNotice() {
  const { clockAheadMs } = useInstallation().config
  if (clockAheadMs === 0) return null
  const now = currentTime()
  return (
    <aside
      aria-label="Demo clock"
      className="border-accent border-b bg-accent-soft px-4 py-2 text-center text-accent-ink text-sm"
      suppressHydrationWarning
    >
      This demo’s clock was moved forward. Here it is {formatDate(now)}, {formatTime(now)}. This is not the
      real time.
    </aside>
  )
}
