import { limits } from '@marga/contract/limits'
import type { MentorResponse } from '@marga/contract/mentor-card'
import type { Clock } from '../../platform/clock.ts'
import { formatShortMoment } from '../../platform/date-format.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { sweepEach } from '../../platform/sweep-each.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import * as queries from './response-figures.queries.ts'
import { presentLate, presentWaitingQuestion } from './response-times.presenter.ts'

export type LateAnswersCase = { accusedId: string; subject: string; content: string; what: string }
type Deps = {
  db: Database
  clock: Clock
  log: Log
  searchIndex: SearchIndex
  /** To the moderators. @returns the id of its ticket */
  openCase: (tx: Tx, of: LateAnswersCase) => Promise<string>
}

/** So many are listed in a case, whose text has a bound; the job may have stood still over many. */
const listedMax = 10

/** How mentors answer, as it is shown to whoever chooses, and to themselves. */
export function createResponseFigures(deps: Deps) {
  const { db } = deps
  return {
    ofOwn: (mentorId: string) => ofOwn(deps, mentorId),
    /** What has been answered since the last time, of these mentors who are late now, and what is due for a case. */
    countNew: (mentorIds: ReadonlySet<string>) => countNew(deps, mentorIds),
    /** Answers leave the figures by their age. */
    refreshAll: async () => {
      const outdated = await queries.findOutdated(db.query, deps.clock.now())
      await sweepEach(deps.log, outdated, (mentorId) => db.transact((tx) => refresh(deps, tx, mentorId)))
    },
  }
}
export type ResponseFigures = ReturnType<typeof createResponseFigures>

async function ofOwn({ db, clock }: Deps, mentorId: string) {
  const now = clock.now()
  const figures = await queries.findFigures(db.query, mentorId, now)
  return {
    response: shownOf(figures),
    answers: figures.answers,
    late: (await queries.findLate(db.query, mentorId, now)).map(presentLate),
    waiting: (await queries.findWaiting(db.query, mentorId, now)).map((row) =>
      presentWaitingQuestion(row, now),
    ),
  }
}

/** Too few say nothing. */
const shownOf = ({ answers, medianMinutes, withinPercent }: queries.Figures): MentorResponse | null =>
  answers >= limits.responsesMin && medianMinutes !== null && withinPercent !== null
    ? { medianMinutes, within24hPercent: withinPercent, count: answers }
    : null

async function countNew(deps: Deps, mentorIds: ReadonlySet<string>) {
  const { db, clock, log } = deps
  const uncounted = await queries.findUncounted(db.query)
  // The process that said that an answer is late may have died before it counted.
  const dueForCase = await queries.findDueForCase(db.query, clock.now())
  const concerned = new Set([...mentorIds, ...uncounted, ...dueForCase])
  await sweepEach(log, [...concerned], (mentorId) => db.transact((tx) => count(deps, tx, mentorId)))
}

async function count(deps: Deps, tx: Tx, mentorId: string) {
  await queries.holdMentor(tx, mentorId)
  await queries.markCounted(tx, mentorId)
  await queries.noteLateAnswers(tx, mentorId, deps.clock.now())
  await openCaseIfDue(deps, tx, mentorId)
  await refresh(deps, tx, mentorId)
}

async function refresh({ clock, searchIndex }: Deps, tx: Tx, mentorId: string) {
  const figures = await queries.findFigures(tx, mentorId, clock.now())
  if (await queries.writeFigures(tx, mentorId, shownOf(figures))) await searchIndex.refresh(tx, mentorId)
}

/** Those that a case holds do not lead to another. */
async function openCaseIfDue({ clock, openCase }: Deps, tx: Tx, mentorId: string) {
  const late = await queries.findLateForCase(tx, mentorId, clock.now())
  if (late.length < limits.lateAnswersMax) return
  const name = fullName(await queries.findMentorName(tx, mentorId))
  const ticketId = await openCase(tx, {
    accusedId: mentorId,
    subject: `${late.length} late answers of ${name}`,
    content: [
      `Answers that took longer than ${limits.answerHours} hours, within ${limits.lateAnswersDays} days:`,
      ...late.slice(0, listedMax).map(lineOf),
      ...(late.length > listedMax ? [`and ${late.length - listedMax} more`] : []),
    ].join('\n'),
    what: `${name} was late with ${late.length} answers within ${limits.lateAnswersDays} days.`,
  })
  await queries.setCase(tx, ticketId, late)
}

const lineOf = (one: queries.LateQuestion) =>
  `· ${fullName(one)}: asked ${formatShortMoment(one.since, null)}, ${
    one.answeredAt ? `answered ${formatShortMoment(one.answeredAt, null)}` : 'not answered'
  }`
