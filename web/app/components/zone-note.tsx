import { timeZoneName } from '../lib/dates.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'

/** In which zone the times of a page are. */
export function ZoneNote({ className }: { className?: string }) {
  return <p className={className}>Times are in {timeZoneName(useTimeZone())}.</p>
}
