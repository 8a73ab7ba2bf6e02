import type { ReactNode } from 'react'
import { currentTime } from '../lib/clock.ts'
import { formatDate, formatTime } from '../lib/dates.ts'
import { useInstallation } from '../lib/installation.ts'

/** What holds for every page of an installation that is not as pages say: a clock that was moved, mail that goes nowhere. */
export function SiteNotices() {
  const { clockAheadMs, mail } = useInstallation().config
  return (
    <>
      {clockAheadMs ? <DemoClockNotice /> : null}
      {mail === 'none' ? (
        <Notice label="Email">
          This site cannot send email yet. Emails that its pages speak of are not sent.
        </Notice>
      ) : null}
    </>
  )
}

/** Every time on a demo's pages goes by its clock. */
function DemoClockNotice() {
  const now = currentTime()
  return (
    <Notice label="Demo clock">
      This demo’s clock was moved forward. Here it is {formatDate(now)}, {formatTime(now)}. This is not the
      real time.
    </Notice>
  )
}

const Notice = ({ label, children }: { label: string; children: ReactNode }) => (
  <aside
    aria-label={label}
    className="border-accent border-b bg-accent-soft px-4 py-2 text-center text-accent-ink text-sm"
    suppressHydrationWarning
  >
    {children}
  </aside>
)
