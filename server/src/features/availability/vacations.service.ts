import type { Vacation } from '@marga/contract/response-times'
import { addDays, instantAt, wallClock } from '@marga/contract/zoned-time'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ResponseDeadlines } from '../response-times/response-deadlines.service.ts'
import * as queries from './vacations.queries.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; responseDeadlines: ResponseDeadlines }

/** When mentors are away: announced by them, in days of their zone. */
export function createVacations(deps: Deps) {
  return {
    list: (mentorId: string) => list(deps, mentorId),
    set: (mentorId: string, vacations: readonly Vacation[]) => set(deps, mentorId, vacations),
  }
}
export type Vacations = ReturnType<typeof createVacations>

async function list({ db, clock }: Deps, mentorId: string): Promise<Vacation[]> {
  const { day } = wallClock(clock.now(), await queries.findMentorZone(db.query, mentorId))
  return (await queries.findVacationsFrom(db.query, mentorId, day)).map(({ from, to }) => ({ from, to }))
}

/**
 * Replaces those that are not over. Clocks of questions that wait follow at once.
 * @throws AppError invalid_request, naming one that is over
 */
async function set(deps: Deps, mentorId: string, vacations: readonly Vacation[]): Promise<Vacation[]> {
  await deps.db.transact((tx) => replace(deps, tx, mentorId, vacations))
  await deps.responseDeadlines.applyStandstills()
  return list(deps, mentorId)
}

async function replace({ clock, newId }: Deps, tx: Tx, mentorId: string, vacations: readonly Vacation[]) {
  const timeZone = await queries.lockMentorZone(tx, mentorId)
  const now = clock.now()
  const later = (one: Date, other: Date) => new Date(Math.max(one.getTime(), other.getTime()))
  const { day: today } = wallClock(now, timeZone)
  refuseOver(vacations, today)
  const present = await queries.findVacationsFrom(tx, mentorId, today)
  const isIn = (list: readonly Vacation[], one: Vacation) =>
    list.some(({ from, to }) => from === one.from && to === one.to)
  for (const one of present) if (!isIn(vacations, one)) await queries.deleteVacation(tx, one.id)
  for (const one of vacations) {
    if (isIn(present, one)) continue
    await queries.insertVacation(tx, mentorId, {
      ...{ id: newId(), from: one.from, to: one.to, announcedAt: now },
      // What had begun already counts from its announcement.
      startsAt: later(now, instantAt(one.from, 0, timeZone)),
      endsAt: instantAt(addDays(one.to, 1), 0, timeZone),
    })
  }
}

function refuseOver(vacations: readonly Vacation[], today: string) {
  const fields = Object.fromEntries(
    vacations.flatMap(({ to }, index) =>
      to < today ? [[`vacations.${index}.to`, 'This day is over.'] as const] : [],
    ),
  )
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
}
