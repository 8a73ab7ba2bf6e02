import { limits } from '@marga/contract/limits'
import type { WaitlistPlace } from '@marga/contract/waitlist'
import type { Actor, Member } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import * as passedOffers from './passed-offers.queries.ts'
import type { PlaceNotifications } from './place-notifications.service.ts'
import type { PlaceOffers } from './place-offers.service.ts'
import { presentPlace } from './places.presenter.ts'
import * as places from './places.queries.ts'
import * as queries from './waitlist.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  blockedPeople: BlockedPeople
  placeOffers: PlaceOffers
  placeNotifications: PlaceNotifications
}
type Mentee = Actor<'mentee'>

/** Who waits for a place with whom. */
export function createWaitlist(deps: Deps) {
  return {
    placesOf: (mentee: Mentee) => list(deps, mentee),
    join: (mentee: Mentee, mentorId: string) => join(deps, mentee, mentorId),
    leave: (mentee: Mentee, mentorId: string) => leave(deps, mentee, mentorId),
    /** Who is erased or shut out for good, as a mentee from all waitlists, as a mentor with those who wait. */
    end: (tx: Tx, person: Pick<Member, 'id' | 'role'>) => end(deps, tx, person),
  }
}
export type Waitlist = ReturnType<typeof createWaitlist>

async function list({ db, clock }: Deps, mentee: Mentee): Promise<WaitlistPlace[]> {
  return (await queries.findPlaces(db.query, mentee.id, clock.now())).map(presentPlace)
}

/**
 * Under the lock of the places: who has just paid is subscribed, and waits for nothing. A place that is free for anyone
 * is not offered, as nobody else could buy it then.
 * @throws AppError not_found, forbidden, already_subscribed
 */
async function join(deps: Deps, mentee: Mentee, mentorId: string): Promise<WaitlistPlace> {
  const { db, clock, placeOffers } = deps
  const pair = { menteeId: mentee.id, mentorId }
  return db.transact(async (tx) => {
    // Each mentor's places have a lock of their own: of two that are joined at once neither would count the other.
    await advisoryLock(tx, `waitlists:${mentee.id}`)
    await placeOffers.settle(tx, mentorId)
    await refuse(deps, tx, pair)
    if ((await queries.countOtherEntries(tx, pair)) >= limits.waitlistsMax) throw tooManyWaitlists
    await queries.insertEntry(tx, pair, clock.now())
    await placeOffers.settle(tx, mentorId)
    return presentPlace(await queries.findPlace(tx, pair, clock.now()))
  })
}

const tooManyWaitlists = new AppError('forbidden', {
  message: `You are on ${limits.waitlistsMax} waitlists already. Leave one of them to wait with another mentor.`,
})

/** As a checkout refuses. */
async function refuse({ blockedPeople }: Deps, tx: Tx, pair: places.Pair) {
  const isOpen = (await places.takesMentees(tx, pair.mentorId)) && !(await blockedPeople.isBlocked(tx, pair))
  if (!isOpen) throw new AppError('not_found')
  if (await places.isRestricted(tx, pair.menteeId)) {
    throw new AppError('forbidden', {
      message: 'You cannot subscribe to another mentor for now.',
    })
  }
  if (await places.isSubscribed(tx, pair)) throw new AppError('already_subscribed')
}

/** @throws AppError not_found */
async function leave({ db, clock, placeOffers }: Deps, mentee: Mentee, mentorId: string) {
  await db.transact(async (tx) => {
    await places.lockCapacity(tx, mentorId)
    const entry = await queries.deleteEntry(tx, { menteeId: mentee.id, mentorId })
    if (!entry) throw new AppError('not_found')
    if (entry.offeredUntil)
      await passedOffers.insertPassed(tx, [{ ...entry, offeredUntil: null }], clock.now())
    await placeOffers.settle(tx, mentorId)
  })
}

async function end(
  { placeOffers, placeNotifications }: Deps,
  tx: Tx,
  { id, role }: Pick<Member, 'id' | 'role'>,
) {
  const column = role === 'mentor' ? 'mentorId' : 'menteeId'
  // Before the entries, as every offer does: else each would wait for the other.
  await places.lockCapacitiesOf(tx, column, id)
  await passedOffers.deleteAllPassed(tx, column, id)
  const entries = await queries.deleteAllOf(tx, column, id)
  if (role === 'mentor')
    return placeNotifications.closed(tx, { mentorId: id, menteeIds: entries.map(({ menteeId }) => menteeId) })
  for (const { mentorId, offeredUntil } of entries) if (offeredUntil) await placeOffers.freed(tx, mentorId)
}
