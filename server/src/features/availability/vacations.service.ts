import type { Vacation } from '@marga/contract/vacations'
import { wallClock } from '@marga/contract/wall-clock'
import { addDays, instantAt } from '@marga/contract/zoned-time'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ResponseDeadlines } from '../response-times/response-deadlines.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import { findAvailability, lockAvailability } from './availability.queries.ts'
import type { LayoutRequests } from './layout-requests.service.ts'
import * as queries from './vacations.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  responseDeadlines: ResponseDeadlines
  searchIndex: SearchIndex
  layoutRequests: LayoutRequests
}

/** When mentors are away: announced by them, in days of the zone of their hours, else of their account. */
export function createVacations(deps: Deps) {
  const { db } = deps
  return {
    list: async (mentorId: string) => listIn(deps, db.query, mentorId, await zoneOf(db.query, mentorId)),
    set: (mentorId: string, vacations: readonly Vacation[]) => set(deps, mentorId, vacations),

    zoneOf,
    listIn: (db: Db, mentorId: string, timeZone: string) => listIn(deps, db, mentorId, timeZone),
    /** @throws AppError invalid_request, naming one that is over */
    check: async (mentorId: string, vacations: readonly Vacation[], timeZone: string) =>
      refuseOver(vacations, {
        today: todayIn(deps, timeZone),
        known: await queries.findVacationsAfter(db.query, mentorId, deps.clock.now()),
      }),
    /** Part of `set`; the caller has the lock of the hours. @throws AppError invalid_request */
    replace: (tx: Tx, mentorId: string, vacations: readonly Vacation[], timeZone: string) =>
      replace(deps, tx, mentorId, { vacations, timeZone }),
  }
}
export type Vacations = ReturnType<typeof createVacations>

const todayIn = ({ clock }: Deps, timeZone: string) => wallClock(clock.now(), timeZone).day

const zoneOf = async (db: Db, mentorId: string) =>
  (await findAvailability(db, mentorId))?.timeZone ?? queries.findMentorZone(db, mentorId)

async function listIn(deps: Deps, db: Db, mentorId: string, timeZone: string): Promise<Vacation[]> {
  const rows = await queries.findVacationsFrom(db, mentorId, {
    day: todayIn(deps, timeZone),
    now: deps.clock.now(),
  })
  return rows.map(({ from, to }) => ({ from, to }))
}

/**
 * Replaces those that are not over.
 * @throws AppError invalid_request, naming one that is over
 */
async function set(deps: Deps, mentorId: string, vacations: readonly Vacation[]): Promise<Vacation[]> {
  const { db, searchIndex, layoutRequests } = deps
  const timeZone = await db.transact(async (tx) => {
    await lockAvailability(tx, mentorId)
    const zone = await zoneOf(tx, mentorId)
    await replace(deps, tx, mentorId, { vacations, timeZone: zone })
    await searchIndex.refreshNextAvailable(tx, [mentorId])
    await layoutRequests.request(tx, [mentorId])
    return zone
  })
  return listIn(deps, db.query, mentorId, timeZone)
}

type Wanted = { vacations: readonly Vacation[]; timeZone: string }

async function replace(deps: Deps, tx: Tx, mentorId: string, { vacations, timeZone }: Wanted) {
  const { clock, newId, responseDeadlines } = deps
  const now = clock.now()
  await queries.lockMentor(tx, mentorId)
  const present = await queries.findVacationsAfter(tx, mentorId, now)
  const wanted = refuseOver(vacations, { today: todayIn(deps, timeZone), known: present })
  const endOf = ({ to }: Vacation) => instantAt(addDays(to, 1), 0, timeZone)
  // The same days are other moments once the mentor has moved to another zone.
  const isKept = (one: queries.VacationRow) =>
    wanted.some((other) => sameDays(other, one) && endOf(other).getTime() === one.endsAt.getTime())
  for (const one of present) if (!isKept(one)) await queries.deleteVacation(tx, one.id)
  for (const one of wanted) {
    const known = present.find((row) => sameDays(row, one))
    if (known && isKept(known)) continue
    await queries.insertVacation(tx, mentorId, {
      ...{ id: newId(), from: one.from, to: one.to },
      announcedAt: known?.announcedAt ?? now,
      toldAt: known?.toldAt ?? null,
      // What had begun already counts from its announcement.
      startsAt: later(now, instantAt(one.from, 0, timeZone)),
      endsAt: endOf(one),
    })
  }
  await responseDeadlines.requestStandstills(tx)
}

const later = (one: Date, other: Date) => new Date(Math.max(one.getTime(), other.getTime()))

const sameDays = (one: Vacation, other: Vacation) => one.from === other.from && one.to === other.to

/**
 * Those of them that are ahead. One that is known and over only since the mentor has moved to a zone further east is
 * left out: the mentor has not typed it.
 * @throws AppError invalid_request, naming one that is over
 */
function refuseOver(
  vacations: readonly Vacation[],
  { today, known }: { today: string; known: readonly Vacation[] },
): Vacation[] {
  const isOver = ({ to }: Vacation) => to < today
  const isTyped = (one: Vacation) => !known.some((other) => sameDays(one, other))
  const fields = Object.fromEntries(
    vacations.flatMap((one, index) =>
      isOver(one) && isTyped(one) ? [[`vacations.${index}.to`, 'This day is over.'] as const] : [],
    ),
  )
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
  return vacations.filter((one) => !isOver(one))
}
