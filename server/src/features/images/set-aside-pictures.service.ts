import { randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { imagesLocked, tryAdvisoryLockShared } from '../../platform/db/advisory-lock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { copyFiles, removeFiles, type Stores } from './image-files.service.ts'
import { addressOf, nameFrom, nameOf } from './image-names.rules.ts'
import * as queries from './set-aside-pictures.queries.ts'

type Deps = Stores & { db: Database; jobs: Jobs; clock: Clock }

const sweptAtOnce = 1_000
/** How long a move waits for a backup that is being made before it looks again. */
const waitMs = 60_000

/**
 * Pictures that moderators took from a profile. They are kept for an appeal, under a name that was never published:
 * whoever has the earlier address gets nothing by it, and serving asks nobody whether it may.
 */
export function createSetAsidePictures(deps: Deps) {
  return {
    /** To be called in the transaction that took it from the profile: its files follow. */
    setAside: (tx: Tx, accountId: string, address: string) => setAside(deps, tx, accountId, address),

    /** The address by which it can be seen now, also one that was set aside. */
    async presentAddress(db: Db, address: string): Promise<string> {
      const name = nameFrom(address)
      const picture = name === undefined ? undefined : await queries.findPicture(db, name)
      return picture?.movedTo ? addressOf(picture.movedTo) : address
    },

    move: ({ name }: { name: string }) => move(deps, name),
    sweep: () => sweep(deps),
  }
}
export type SetAsidePictures = ReturnType<typeof createSetAsidePictures>

async function setAside(deps: Deps, tx: Tx, accountId: string, address: string) {
  const from = nameFrom(address)
  if (!from) return
  const now = deps.clock.now()
  const to = nameOf(randomUUID(), now)
  if (await queries.movePicture(tx, { from, to, accountId, now })) await moveLater(deps, tx, from)
}

const moveLater = ({ jobs }: Deps, db: Db, name: string, when: { delayMs?: number } = {}) =>
  jobs.add(db, 'images:set-aside', { name }, { key: `images:set-aside:${name}`, ...when })

/**
 * Twice is once: files that are gone were copied. They go only when the copies are there, and while no backup copies,
 * which could otherwise find neither.
 */
async function move(deps: Deps, name: string): Promise<void> {
  const { db, clock } = deps
  const to = await queries.findTarget(db.query, name)
  if (!to) return
  await copyFiles(deps, name, to)
  const isFree = await db.transact((tx) => tryAdvisoryLockShared(tx, imagesLocked))
  if (!isFree) return moveLater(deps, db.query, name, { delayMs: waitMs })
  const kept = await queries.findPicture(db.query, to)
  // Its owner has left meanwhile: nobody else would look for these copies.
  if (!kept || kept.removedAt) await removeFiles(deps, to)
  // Or it was put back and removed anew, under a third name.
  if (!kept || kept.removedAt || kept.movedTo) return move(deps, name)
  await removeFiles(deps, name)
  await queries.markMoved(db.query, name, clock.now())
}

/** What a store that was away for long has left, and what a release left published that set nothing aside. */
async function sweep(deps: Deps) {
  const { db, clock } = deps
  for (const { name, accountId } of await queries.findStillPublished(db.query, clock.now(), sweptAtOnce))
    await db.transact((tx) => setAside(deps, tx, accountId, addressOf(name)))
  for (const name of await queries.findUnfinished(db.query, sweptAtOnce))
    await moveLater(deps, db.query, name)
}
