import { limits } from '@marga/contract/limits'
import { dayKey, formatShortDay, formatTime, timeZoneName } from '../../../lib/dates.ts'
import { useTimeZone } from '../../../lib/use-time-zone.ts'
import { groupByDay } from '../rules.ts'

export type FreeTime = { start: string; end: string; type: 'session' | 'intro' }

const daysMax = 3
const timesMax = 4

/** The next free hours in the reader's zone; a look only, booking needs a subscription. */
export function FreeTimes({ times }: { times: readonly FreeTime[] }) {
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
                    <li
                      key={start}
                      className="rounded-sm bg-positive-soft px-2 py-0.5 text-sm text-positive-ink tabular-nums"
                    >
                      <time dateTime={start}>{formatTime(start, timeZone)}</time>
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
