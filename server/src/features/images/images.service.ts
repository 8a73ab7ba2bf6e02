import { randomUUID } from 'node:crypto'
import pLimit, { type LimitFunction } from 'p-limit'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import {
  type ConcurrencyCounter,
  createConcurrencyCounter,
  enterAll,
} from '../../platform/concurrency-counter.ts'
import { imagesLocked, tryAdvisoryLockShared } from '../../platform/db/advisory-lock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { reEncode } from '../../platform/images/re-encode.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { readFile, removeFiles, type Stores } from './image-files.service.ts'
import {
  addressOf,
  fileAt,
  filesOf,
  isImageFile,
  nameFrom,
  nameOf,
  shownAddress,
} from './image-names.rules.ts'
import * as queries from './images.queries.ts'

type Deps = Stores & {
  db: Database
  jobs: Jobs
  clock: Clock
  publicUrl: () => string
  /** Of the image host that browsers upload to, where one is configured. */
  cloudName: string | undefined
  /** Multiplies the bounds by address. */
  rateLimitFactor: number
}

/** A decoded picture may take 160 MB: two at a time, some waiting, the rest is told to come back. */
const decodedAtOnce = 2
const waitingMax = 20
/** Of one person: one that is decoded, and one that waits. */
const ofOneMax = 2
/** The same of one address, where accounts cost nothing. */
const ofAddressMax = 4
/** Uploaded and never taken for a profile. */
const unusedHours = 24
const sweptAtOnce = 1_000
/** So many of a person's uploads may wait to be taken for a profile; of more the oldest go. */
const unusedMax = 20
/** How long a removal waits for a backup that is being made before it looks again. */
const ttlMs = 60_000

export function createImages(given: Deps) {
  const deps = {
    ...given,
    oneOfFew: pLimit(decodedAtOnce),
    ofOne: createConcurrencyCounter(ofOneMax),
    ofAddress: createConcurrencyCounter(Math.ceil(ofAddressMax * given.rateLimitFactor)),
  }
  return {
    /** Whether pictures are kept somewhere else than in this machine's folder of uploads. */
    isElsewhere: deps.earlierStore !== undefined,

    upload: (by: Uploader, file: Buffer) => upload(deps, by, file),

    /** One of our files; undefined when there is none. @throws AppError unavailable */
    read: async (fileName: string) => (isImageFile(fileName) ? readFile(deps, fileName) : undefined),

    /** The file behind the address of a profile's picture; undefined for pictures of others. @throws AppError unavailable */
    async readAt(address: string) {
      const fileName = fileAt(address)
      return fileName ? readFile(deps, fileName) : undefined
    },

    erase: (tx: Db, accountId: string) => erase(deps, tx, accountId),
    replace: (tx: Db, accountId: string, address: string | null) => replace(deps, tx, accountId, address),
    removeUnused: ({ name }: { name: string }) => removeUnused(deps, name),

    sweep: () => sweep(deps),
  }
}
export type Images = ReturnType<typeof createImages>

type Decoding = { oneOfFew: LimitFunction; ofOne: ConcurrencyCounter; ofAddress: ConcurrencyCounter }
/** `network` is what limits count as one address. */
type Uploader = { accountId: string; network: string }

/** @throws AppError invalid_image, unavailable, rate_limited */
async function upload(deps: Deps & Decoding, by: Uploader, file: Buffer) {
  const { db, clock, store } = deps
  const { accountId } = by
  const picture = await decode(deps, by, file)
  const now = clock.now()
  const name = nameOf(randomUUID(), now)
  // First the note, then the files: what a crash or a dead store leaves behind is found by the sweep.
  await queries.insertPicture(db.query, { name, accountId, createdAt: now })
  await removeSurplus(deps, accountId, now)
  const files = filesOf(name)
  await Promise.all([
    store.put(files.large, picture.large),
    store.put(files.medium, picture.medium),
    store.put(files.small, picture.small),
  ])
  return { secure_url: addressOf(name), width: picture.width, height: picture.height }
}

/** Pictures of one person, or of one address, must not keep everybody else's out. */
async function decode({ oneOfFew, ofOne, ofAddress }: Decoding, by: Uploader, file: Buffer) {
  const leave = enterAll([
    [ofOne, by.accountId],
    [ofAddress, by.network],
  ])
  if (!leave) throw new AppError('rate_limited', { retryAfterSeconds: 5 })
  try {
    if (oneOfFew.pendingCount >= waitingMax) throw new AppError('unavailable', { retryAfterSeconds: 5 })
    return await oneOfFew(() => reEncode(file))
  } finally {
    leave()
  }
}

/** What one account uploads and never shows would fill the disk before the day is over after which it is swept. */
async function removeSurplus(deps: Deps, accountId: string, now: Date) {
  const of = { accountId, kept: unusedMax, now, max: unusedMax }
  for (const name of await queries.findSurplusPictures(deps.db.query, of))
    await removeLater(deps, deps.db.query, name)
}

const removeLater = ({ jobs }: Deps, tx: Db, name: string, when: { delayMs?: number } = {}) =>
  jobs.add(tx, 'images:remove', { name }, { key: `images:remove:${name}`, ...when })

/** All that the account uploaded, also what it does not show, or what moderators took: nothing of it may come back. */
async function erase(deps: Deps, tx: Db, accountId: string) {
  for (const name of await queries.findPicturesOf(tx, accountId)) await removeLater(deps, tx, name)
}

/** To be called in the transaction that takes an account's picture away: its files go afterwards. */
async function retire(deps: Deps, tx: Db, accountId: string) {
  const name = nameFrom(await queries.findProfileImage(tx, accountId))
  if (name) await removeLater(deps, tx, name)
}

/**
 * To be called in the transaction that gives an account another picture. @returns the address to keep
 * @throws AppError invalid_request for one that is not shown; the present one may stay, wherever it is
 */
async function replace(deps: Deps, tx: Db, accountId: string, given: string | null): Promise<string | null> {
  const { publicUrl, cloudName } = deps
  const present = await queries.holdProfileImage(tx, accountId)
  if (given !== null && given === present) return given
  const address = given === null ? null : shownAddress(given, { publicUrl: publicUrl(), cloudName })
  if (address === undefined) {
    throw invalidField('profileImageUrl', 'Please upload the picture here: others are not shown.')
  }
  const name = nameFrom(address)
  // Shown by somebody else, too, it would stay when its owner takes it away, or leaves.
  if (name && !(await queries.holdPicture(tx, name, accountId)))
    throw invalidField('profileImageUrl', 'This picture is no longer there. Please upload it again.')
  await retire(deps, tx, accountId)
  return address
}

/**
 * Finds what was uploaded and never used, or left behind by a failure: all of it, some at a time. What a night left over
 * would pile up where each day brings more, and stay after its owner was erased.
 */
async function sweep(deps: Deps) {
  const { db, clock } = deps
  const now = clock.now()
  const before = after(now, -hoursMs(unusedHours))
  for (let last = ''; ; ) {
    const names = await queries.findUnusedPictures(db.query, { before, now, last, max: sweptAtOnce })
    for (const name of names) await removeLater(deps, db.query, name)
    if (names.length < sweptAtOnce) return
    last = names.at(-1)!
  }
}

/**
 * Removes a picture that no profile shows. Twice is once: the row goes
 * last, and removing a file that is gone is no failure.
 */
async function removeUnused(deps: Deps, name: string) {
  const { db, clock } = deps
  const outcome = await db.transact(async (tx) => {
    if (!(await tryAdvisoryLockShared(tx, imagesLocked))) return 'kept'
    await queries.lockPicture(tx, name)
    return (await queries.markRemoved(tx, name, clock.now())) ? 'unused' : 'used'
  })
  if (outcome === 'kept') await removeLater(deps, db.query, name, { delayMs: ttlMs })
  if (outcome !== 'unused') return
  // Under an earlier name it may lie still.
  for (const one of [name, ...(await queries.findEarlierNames(db.query, name))]) await removeFiles(deps, one)
  await queries.deletePicture(db.query, name)
}
