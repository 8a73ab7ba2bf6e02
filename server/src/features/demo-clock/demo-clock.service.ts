import { setTimeout as sleep } from 'node:timers/promises'
import { after, hoursMs, minutesMs, secondsMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProductClock } from '../../platform/product-clock.ts'
import { bringJobsForward, hasRunnableJobs } from './queued-jobs.queries.ts'

/** Work that falls due by the clock: what does it, and when it is next to be done. */
export type Sweep = { run: () => Promise<void>; nextDue?: () => Promise<Date | null> }

type Deps = {
  db: Database
  clock: ProductClock
  /** In the order in which they are done at one moment. */
  sweeps: readonly Sweep[]
  /** Done once at the end of a day or more. */
  nightly: readonly (() => Promise<void>)[]
}

const lookEveryMs = 20
const jobsWithinMs = minutesMs(2)
/** Moments of more than so many steps are passed over in steps of an hour. */
const stepsMax = 5_000

/** Moves the product's clock forward and does on the way, in its order, whatever falls due. */
export function createDemoClock({ db, clock, sweeps, nightly }: Deps) {
  let underWay: Promise<unknown> = Promise.resolve()

  /** Until every job that may run now has run; those that failed come again later and are not waited for. */
  async function jobsDone() {
    const giveUpAt = performance.now() + jobsWithinMs
    for (;;) {
      if (!(await hasRunnableJobs(db.query))) return
      if (performance.now() > giveUpAt) throw new AppError('unavailable', { retryAfterSeconds: 5 })
      await sleep(lookEveryMs)
    }
  }

  async function doWhatIsDue() {
    for (const { run } of sweeps) {
      await run()
      await jobsDone()
    }
  }

  async function nextMoment(until: Date, step: number): Promise<Date> {
    const due = await Promise.all(sweeps.map(({ nextDue }) => nextDue?.()))
    const earliest = Math.min(...due.flatMap((moment) => moment?.getTime() ?? []), until.getTime())
    const least = step > stepsMax ? after(clock.now(), hoursMs(1)).getTime() : 0
    return new Date(Math.min(Math.max(earliest, least), until.getTime()))
  }

  async function advance(seconds: number): Promise<Date> {
    await clock.load(db)
    const from = clock.now()
    const until = after(from, secondsMs(seconds))
    await bringJobsForward(db.query, secondsMs(seconds))
    for (let step = 0; clock.now() < until; step++) {
      await clock.moveTo(db, await nextMoment(until, step))
      await doWhatIsDue()
    }
    if (secondsMs(seconds) >= hoursMs(24)) for (const run of nightly) await run()
    await jobsDone()
    return clock.now()
  }

  return {
    now: () => clock.now(),
    /** One after the other: whoever asks second has the clock moved further. @throws AppError unavailable */
    advance(seconds: number): Promise<Date> {
      const mine = underWay.then(() => advance(seconds))
      underWay = mine.catch(() => {})
      return mine
    },
  }
}
export type DemoClock = ReturnType<typeof createDemoClock>
