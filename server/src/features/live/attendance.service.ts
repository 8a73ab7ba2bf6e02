import { limits } from '@marga/contract/limits'
import { after, type Clock, minutesMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import * as queries from './live.queries.ts'
import { type Outcome, outcomeOf } from './live.rules.ts'

type Deps = { db: Database; clock: Clock; enrollments: Enrollments; notifications: Notifications }

const atOnce = 200
/** The rooms of all processes have ended by then. */
const graceMinutes = 1

/** What became of sessions whose room has closed. */
export function createAttendance({ db, clock, enrollments, notifications }: Deps) {
  async function tell(tx: Tx, session: queries.SessionRow, outcome: Outcome) {
    if (outcome.status === 'completed') return
    const { missedBy } = outcome
    const missedByMentee = missedBy !== 'mentor'
    const missedByMentor = missedBy !== 'mentee'
    const wrong = 'If this is wrong, raise a ticket.'
    // The form behind the link knows who and which session it is about.
    const ticketLink = (area: 'mentees' | 'mentors', accusedId: string) =>
      `/${area}/tickets?${new URLSearchParams({ about: accusedId, session: session.id, start: session.startsAt.toISOString() })}`
    await notifications.notify(tx, session.menteeId, {
      type: 'alert',
      content: missedByMentee
        ? `You were not in the session with ${session.mentorFirstName}, so it counts as missed${missedByMentor ? ` by both of you` : ''}. ${wrong}`
        : `${session.mentorFirstName} did not come to your session. The call is yours again. ${wrong}`,
      link: ticketLink('mentees', session.mentorId),
    })
    await notifications.notify(tx, session.mentorId, {
      type: 'alert',
      content: missedByMentor
        ? `You were not in the session with ${session.menteeFirstName}, so it counts as missed${missedByMentee ? ` by both of you` : ''}. ${wrong}`
        : `${session.menteeFirstName} did not come to your session. ${wrong}`,
      link: ticketLink('mentors', session.menteeId),
    })
  }

  async function settle(session: queries.SessionRow) {
    const stays = await queries.findStays(db.query, session.id)
    const of = (accountId: string) =>
      stays
        .filter((stay) => stay.accountId === accountId)
        .map(({ joinedAt, leftAt, seenAt }) => ({ from: joinedAt, to: leftAt ?? seenAt }))
    const outcome = outcomeOf(session, of(session.menteeId), of(session.mentorId))
    await db.transact(async (tx) => {
      // The one lock order: enrollment, then slot.
      await enrollments.lockPayer(tx, session.enrollmentId)
      if (!(await queries.settleSlot(tx, session.id, outcome))) return
      if (outcome.status === 'missed' && outcome.missedBy === 'mentor')
        await enrollments.giveCallBack(tx, session)
      await tell(tx, session, outcome)
    })
  }

  return {
    /** Safe to repeat and to run beside itself: a session is settled by one conditional update. */
    async settleDue() {
      const before = after(clock.now(), -minutesMs(limits.roomClosesAfterMinutes + graceMinutes))
      for (const session of await queries.findOver(db.query, before, atOnce)) await settle(session)
    },
  }
}
export type Attendance = ReturnType<typeof createAttendance>
