import { limits } from '@marga/contract/limits'
import pLimit, { type LimitFunction } from 'p-limit'
import { after, type Clock, daysMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { PublicFetch } from '../../platform/outbound/public-fetch.ts'
import type { BusyTime } from './availability.queries.ts'
import type { BusyQuestion } from './busy-times.rules.ts'
import { CalendarProblem } from './busy-times.rules.ts'
import { readInThread } from './calendar-in-thread.ts'
import { addressToRead } from './feed-address.rules.ts'

type Deps = { clock: Clock; publicFetch: PublicFetch }
/** `etag`: what the calendar had when it was read; where it still has it, it is not read again. */
type Asked = { url: string; timeZone: string; etag?: string | null }
export type CalendarReading = { etag: string | null; busyTimes: BusyTime[] }

/** A day more than slots are ever laid out for. */
const daysAhead = limits.horizonDaysMax + 1
/** What is read again, by jobs, at once. */
const againAtOnce = 2
/** One is left for what is read again, however many are added. */
const threadsMax = limits.feedsAddedAtOnce + 1
/** A turn may take all of its time. */
const comeAgainSeconds = limits.feedReadSeconds

/**
 * Reads calendars of strangers: fetched within bounds, and taken apart where it can be ended. Whoever has a turn keeps
 * it from the first byte to the last event, so that no more texts than turns are ever in memory.
 */
export function createCalendarReader(deps: Deps) {
  const adding = pLimit(limits.feedsAddedAtOnce)
  const again = pLimit(againAtOnce)
  const threads = pLimit(threadsMax)
  return {
    /** For a mentor who waits for it. @throws FetchProblem, CalendarProblem, AppError unavailable where too many wait */
    async readNew(asked: Asked): Promise<CalendarReading | undefined> {
      if (adding.pendingCount >= limits.feedsAddedWaitingMax)
        throw new AppError('unavailable', { retryAfterSeconds: comeAgainSeconds })
      return adding(() => read(deps, threads, asked))
    },
    /**
     * For jobs, which wait for no mentor's turn.
     * @returns undefined where nothing has changed since `etag`
     * @throws FetchProblem, CalendarProblem
     */
    readAgain: (asked: Asked) => again(() => read(deps, threads, asked)),
  }
}
export type CalendarReader = ReturnType<typeof createCalendarReader>

/** When its owner is busy from now on. */
async function read({ clock, publicFetch }: Deps, threads: LimitFunction, { url, timeZone, etag }: Asked) {
  const bounds = { seconds: limits.feedReadSeconds, bytesMax: limits.feedBytesMax }
  const fetched = await publicFetch.read(addressToRead(url), { ...bounds, etag })
  if (!fetched) return undefined
  const now = clock.now()
  const question: BusyQuestion = {
    ...{ from: now.getTime(), to: after(now, daysMs(daysAhead)).getTime() },
    ...{ timeZone, eventsMax: limits.feedEventsMax },
  }
  const answer = await threads(() => readInThread({ body: fetched.body, question }))
  if ('problem' in answer) throw new CalendarProblem(answer.problem)
  const busyTimes = answer.spans.map(({ start, end }) => ({
    ...{ startsAt: new Date(start), endsAt: new Date(end) },
  }))
  return { etag: fetched.etag, busyTimes }
}
