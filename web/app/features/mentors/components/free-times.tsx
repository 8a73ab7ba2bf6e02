import { limits } from '@marga/contract/limits'
import { Link } from 'react-router'
import { dayKey, formatShortDay, formatTime, timeZoneName } from '../../../lib/dates.ts'
import { useTimeZone } from '../../../lib/use-time-zone.ts'
import { groupByDay } from '../rules.ts'

export type FreeTime = { start: string; end: string; type: 'session' | 'intro' }

const daysMax = 3
const timesMax = 4

type FreeTimesProps = {
  times: readonly FreeTime[]
  /** Where pressing the time that begins then leads. */
  hrefOf: (start: string) => string
  /** The one that was pressed already. */
  chosen?: string | null
}

/** The next free hours in the reader's zone; each leads towards its booking, which needs a subscription. */
export function FreeTimes({ times, hrefOf, chosen = null }: FreeTimesProps) {
  const timeZone = useTimeZone()
  const sessions = times.filter(({ type }) => type === 'session')
  const days = groupByDay(sessions, (start) => dayKey(start, timeZone), daysMax, timesMax)
  return (
    <section aria-labelledby="free-times" className="border-t border-line pt-5">
      <h3 id="free-times" className="font-sans text-sm font-semibold tracking-normal text-ink-faint">
        Next free times
      </h3>
      {days.length === 0 ? (
        <p className="mt-2 text-sm text-ink-soft">None in the next {limits.availabilityRangeDaysMax} days.</p>
      ) : (
        <>
          <ul className="mt-3 grid gap-3">
            {days.map(({ day, times: free }) => (
              <li key={day} className="grid grid-cols-[6rem_1fr] items-baseline gap-2">
                <span className="text-sm font-semibold">{formatShortDay(free[0]!.start, timeZone)}</span>
                <ul className="flex flex-wrap gap-1.5">
                  {free.map(({ start }) => (
                    <li key={start}>
                      <Link
                        to={hrefOf(start)}
                        preventScrollReset
                        aria-current={start === chosen || undefined}
                        aria-label={`${formatTime(start, timeZone)}, ${formatShortDay(start, timeZone)}: choose this time`}
                        className="inline-flex min-h-8 items-center rounded-sm border border-transparent bg-positive-soft px-2.5 text-sm text-positive-ink tabular-nums hover:border-positive aria-[current]:bg-positive aria-[current]:text-on-positive"
                      >
                        <time dateTime={start}>{formatTime(start, timeZone)}</time>
                      </Link>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          <p className="mt-3 text-xs text-ink-faint">Times in {timeZoneName(timeZone, firstStart(days))}</p>
        </>
      )}
    </section>
  )
}

const firstStart = (days: { times: FreeTime[] }[]): string => days[0]!.times[0]!.start
