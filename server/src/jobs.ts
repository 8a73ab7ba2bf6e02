import { deleteExpiredKeys } from './http/idempotency.ts'
import type { Core } from './platform/core.ts'
import { deleteOldListTimes } from './platform/db/former-list-times.ts'
import type { JobName } from './platform/jobs/job-kinds.ts'
import type { JobHandlers } from './platform/jobs/jobs.ts'
import type { createMailQueue } from './platform/mail/mail-queue.ts'
import { sweepEach } from './platform/sweep-each.ts'

type Work = () => Promise<unknown>
type Module = {
  routes?: unknown
  jobs?: Partial<JobHandlers>
  daily?: readonly Work[]
  nextDue?: () => Promise<Date | null>
}
type Mails = ReturnType<typeof createMailQueue>

/** What each kind of job does: that of every feature, the mail queue's, and the nightly tidying of all. */
export function collectJobs(modules: readonly Module[], { db, clock, log, mails }: Core & { mails: Mails }) {
  const daily: readonly Work[] = [
    () => deleteExpiredKeys(db, clock.now()),
    () => deleteOldListTimes(db, clock.now()),
    () => mails.prune(),
    // What this writes off stands there for a night at least, however old it is.
    () => mails.giveUpOld(),
    ...modules.flatMap((module) => module.daily ?? []),
  ]
  return {
    ...(Object.assign({}, ...modules.map(({ jobs }) => jobs)) as JobHandlers),
    'mail:render': mails.send,
    'mail:digest': () => mails.sendDigests(),
    'mail:resend': () => mails.resendLeftBehind(),
    'housekeeping:daily': () => sweepEach(log, daily, (work) => work()),
  } satisfies JobHandlers
}

type Due = Record<
  | 'enrollments'
  | 'sessionCredits'
  | 'places'
  | 'timeRequests'
  | 'live'
  | 'disputes'
  | 'moderation'
  | 'responseTimes'
  | 'slots'
  | 'availability'
  | 'chat'
  | 'mails',
  Pick<Module, 'nextDue'>
>

/** What is done each minute and each night, for the demo's clock: in its order, and when each falls due next. */
export function scheduleOf(handlers: JobHandlers, due: Due) {
  const run = (name: JobName) => () => handlers[name]({} as never)
  return {
    sweeps: [
      { run: run('enrollments:sweep'), ...due.enrollments },
      { run: run('payments:left-behind') },
      { run: run('session-credits:sweep'), ...due.sessionCredits },
      { run: run('places:sweep'), ...due.places },
      { run: run('time-requests:sweep'), ...due.timeRequests },
      { run: run('live:settle'), ...due.live },
      { run: run('disputes:sweep'), ...due.disputes },
      { run: run('sanctions:sweep'), ...due.moderation },
      { run: run('response-times:sweep'), ...due.responseTimes },
      { run: run('slots:remind'), ...due.slots },
      { run: run('availability:sweep'), ...due.availability },
      { run: run('chat:unread-mails'), ...due.chat },
      { run: run('mail:digest'), ...due.mails },
      { run: run('mail:resend') },
      { run: run('search:refresh-availability') },
    ],
    nightly: [run('payments:nightly'), run('housekeeping:daily'), run('demo:keep')],
  }
}
