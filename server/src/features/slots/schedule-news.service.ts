import type { ServerEvents } from '@marga/contract/realtime'
import { formatShortMoment } from '../../platform/date-format.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { Enrollments, LiveEnrollment } from '../enrollments/enrollments.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import * as queries from './schedule-news.queries.ts'
import { scheduleChanged } from './slot-texts.rules.ts'
import { timeZonesOf } from './slots.queries.ts'

type Deps = {
  db: Database
  jobs: Jobs
  realtime: Realtime
  enrollments: Enrollments
  notifications: Notifications
}
export type News = {
  slotId: string
  mentorId: string
  startsAt: Date
  change: ServerEvents['scheduler']['change']
  verb: string
  /** So many slots, of which this is the first. */
  times: number
  /** Who hears of it in other words. */
  exceptId: string | null
}

/** So many hear of it in one transaction: the first of them in that of the change, the others by a job. */
const partMax = 500
/** A process that is asked to stop waits for no more than these. */
const partsAtOnce = 20

/** Tells a mentor's mentees that the schedule changed, each once, however many they are. */
export function createScheduleNews(deps: Deps) {
  const { db, jobs } = deps
  return {
    async tell(tx: Tx, news: News) {
      const toldEnrollmentId = await tellPart(deps, tx, news, null)
      if (toldEnrollmentId === undefined) return
      await queries.insertScheduleNews(tx, { ...news, toldEnrollmentId })
      await jobs.add(tx, 'slots:tell-schedule', { mentorId: news.mentorId })
    },

    /** May run twice, also at once: how far it has come is locked, and commits with what is told. */
    async tellWaiting(mentorId: string) {
      for (let part = 0; part < partsAtOnce; part++)
        if (!(await db.transact((tx) => tellNext(deps, tx, mentorId)))) return
      await jobs.add(db.query, 'slots:tell-schedule', { mentorId })
    },
  }
}
export type ScheduleNews = ReturnType<typeof createScheduleNews>

/** @returns whether there was something to tell */
async function tellNext(deps: Deps, tx: Tx, mentorId: string): Promise<boolean> {
  const news = await queries.lockOldestOf(tx, mentorId)
  if (!news) return false
  const told = await tellPart(deps, tx, news as News, news.toldEnrollmentId)
  if (told === undefined) await queries.deleteTold(tx, news.id)
  else await queries.setTold(tx, news.id, told)
  return true
}

/** @returns the last of those who heard of it, where there may be others after it */
async function tellPart(deps: Deps, tx: Tx, news: News, after: string | null): Promise<string | undefined> {
  const live = await deps.enrollments.livePart(tx, news.mentorId, { after, limit: partMax })
  const menteeIds = listenersIn(live, news)
  if (menteeIds.length > 0) await notify(deps, tx, news, menteeIds)
  return live.length < partMax ? undefined : live.at(-1)!.id
}

const listenersIn = (live: readonly LiveEnrollment[], { exceptId }: News) =>
  live
    .filter(({ menteeId, isBlocked }) => menteeId !== exceptId && !isBlocked)
    .map(({ menteeId }) => menteeId)

/** One stored notification each, carried by the event. */
async function notify(deps: Deps, tx: Tx, news: News, menteeIds: readonly string[]) {
  const { db, realtime, notifications } = deps
  const { mentorId, slotId, startsAt, change, verb, times } = news
  const zones = await timeZonesOf(tx, menteeIds)
  const stored = await notifications.storeAll(
    tx,
    menteeIds.map((accountId) => {
      const moment = formatShortMoment(startsAt, zones.get(accountId) ?? null)
      const item = times > 1 ? `${times} ${verb} from ${moment}` : `${verb} ${moment}`
      const link = `/mentees/schedules?mentor=${mentorId}`
      return { accountId, type: 'alert' as const, ...scheduleChanged(mentorId, item), link }
    }),
  )
  db.afterCommit(() => {
    realtime.emitEach(
      'scheduler',
      menteeIds.map((accountId, index) => [
        accountId,
        { mentorId, slotId, change, notification: stored[index]! },
      ]),
    )
  })
}
