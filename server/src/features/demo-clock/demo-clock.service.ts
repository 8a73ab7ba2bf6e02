import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { after, hoursMs, minutesMs, secondsMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProductClock } from '../../platform/product-clock.ts'

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
      const { rows } = await sql<{ isBusy: boolean }>`
        select exists (
          select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts
        ) as is_busy`.execute(db.query)
      if (!rows[0]?.isBusy) return
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

  /** What was put off for a few seconds of real time. */
  const hurryJobs = (ms: number) =>
    sql`update graphile_worker._private_jobs set run_at = run_at - ${ms}::float8 * interval '1 millisecond'
      where run_at > now() and locked_at is null and attempts = 0`.execute(db.query)

  async function advance(seconds: number): Promise<Date> {
    await clock.load(db)
    const from = clock.now()
    const until = after(from, secondsMs(seconds))
    await hurryJobs(secondsMs(seconds))
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
