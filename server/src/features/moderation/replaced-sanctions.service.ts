import type { Tx } from '../../platform/db/database.ts'
import * as queries from './sanctions.queries.ts'

/** A new suspension never ends before the one whose place it takes. */
export const latest = (moments: readonly Date[]) =>
  new Date(Math.max(...moments.map((moment) => moment.getTime())))

/**
 * Lifts one: what is in force ends, and what it had taken the place of is in force again for what is left of it; of
 * what was replaced, the successor ends by its own days. @returns false where it had ended otherwise
 */
export async function lift(
  tx: Tx,
  row: queries.SanctionRow,
  by: queries.Lifting,
  now: Date,
): Promise<boolean> {
  if (await queries.endSanction(tx, row.id, { endedAt: now, ...by })) {
    await queries.reviveReplacedBy(tx, row.id, now)
    return true
  }
  if (!(await queries.liftReplaced(tx, row.id, by))) return false
  // What it had replaced is replaced by its successor now, and stands when that one goes.
  await queries.passReplacedOn(tx, row.id, row.replacedBy!)
  await reckonAnew(tx, row.replacedBy)
  return true
}

/** The ends of those that came after one that is lifted. What is over by that, the sweep ends and tells. */
async function reckonAnew(tx: Tx, first: string | null) {
  for (let id = first; id; ) {
    const successor = await queries.findSanction(tx, id)
    if (!successor?.endsAt) return
    const { ownEndsAt, endsAt } = successor
    const standing = await queries.findStandingReplacedBy(tx, id)
    const own = ownEndsAt ?? endsAt
    await queries.setEnd(tx, id, latest([own, ...standing.map((one) => one.endsAt ?? own)]))
    id = successor.replacedBy
  }
}

/** Whoever is let in again is rid of what those had replaced, too. */
export async function liftReplacedBy(tx: Tx, ids: readonly string[], liftedBy: string) {
  for (let of = ids; of.length > 0; )
    of = (await queries.liftAllReplacedBy(tx, of, liftedBy)).map(({ id }) => id)
}
