import { formatPlainDate } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { EnrollmentMessages } from './enrollment-messages.service.ts'
import type { EnrollmentRow } from './enrollments.queries.ts'

type Deps = { enrollmentMessages: EnrollmentMessages }

/** What both people are told of a pause of their subscription. */
export function createPauseNotifications(deps: Deps) {
  return {
    paused: (tx: Tx, row: EnrollmentRow) => paused(deps, tx, row),
    ended: (tx: Tx, row: EnrollmentRow, hasBegun: boolean) => ended(deps, tx, row, hasBegun),
  }
}
export type PauseNotifications = ReturnType<typeof createPauseNotifications>

/** To both, of a pause that was asked for. */
async function paused({ enrollmentMessages }: Deps, tx: Tx, row: EnrollmentRow) {
  const dates = (zone: string | null) => [
    formatPlainDate(row.pausedFrom!, zone),
    formatPlainDate(row.pausedUntil!, zone),
  ]
  const pair = await enrollmentMessages.pairOf(tx, row)
  if (!pair) return
  const [from, until] = dates(pair.mentee.timeZone)
  await enrollmentMessages.notifyMentee(
    tx,
    row,
    ({ mentorName }) => `You paused ${mentorName} from ${from}: it renews on ${until}`,
    { isOwnAct: true },
  )
  const [mentorFrom, mentorUntil] = dates(pair.mentor.timeZone)
  await enrollmentMessages.tellMentor(
    tx,
    row,
    ({ name }) => `${name} paused their subscription from ${mentorFrom} to ${mentorUntil}.`,
  )
}

async function ended({ enrollmentMessages }: Deps, tx: Tx, row: EnrollmentRow, hasBegun: boolean) {
  const words = hasBegun ? 'ended the pause' : 'took the pause back'
  await enrollmentMessages.notifyMentee(tx, row, ({ mentorName }) => `You ${words} of ${mentorName}`, {
    isOwnAct: true,
  })
  await enrollmentMessages.tellMentor(tx, row, ({ name }) => `${name} ${words} of their subscription.`)
}
