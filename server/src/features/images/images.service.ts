import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import { imagesLocked, tryAdvisoryLockShared } from '../../platform/db/advisory-lock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { ImageStore } from '../../platform/images/images.ts'
import { reEncode } from '../../platform/images/re-encode.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { addressOf, filesOf, isImageFile, nameFrom, shownAddress, uploadsPath } from './image-names.rules.ts'

type Deps = {
  db: Database
  jobs: Jobs
  clock: Clock
  store: ImageStore
  /** Where pictures lay before the store was changed: looked at when the store has none. */
  earlierStore?: ImageStore
  publicUrl: () => string
  /** Of the image host that browsers upload to, where one is configured. */
  cloudName: string | undefined
}

/** A decoded picture may take 160 MB: two at a time, some waiting, the rest is told to come back. */
const decodedAtOnce = 2
const waitingMax = 20
/** Uploaded and never taken for a profile. */
const unusedHours = 24
const sweptAtOnce = 1_000
/** How long a removal waits for a backup that is being made before it looks again. */
const ttlMs = 60_000

export function createImages(deps: Deps) {
  const { db, jobs, clock, store, earlierStore, publicUrl, cloudName } = deps
  const oneOfFew = pLimit(decodedAtOnce)

  const presentOf = async (tx: Db, accountId: string) =>
    (await tx.selectFrom('account').select('profileImageUrl').where('id', '=', accountId).executeTakeFirst())
      ?.profileImageUrl

  const removeLater = (tx: Db, name: string, when: { delayMs?: number } = {}) =>
    jobs.add(tx, 'images:remove', { name }, { key: `images:remove:${name}`, ...when })

  /** To be called in the transaction that takes an account's picture away: its files go afterwards. */
  async function retire(tx: Db, accountId: string) {
    const name = nameFrom(await presentOf(tx, accountId))
    if (name) await removeLater(tx, name)
  }

  return {
    /** Whether pictures are kept somewhere else than in this machine's folder of uploads. */
    isElsewhere: earlierStore !== undefined,

    /** @throws AppError invalid_image, unavailable */
    async upload(accountId: string, file: Buffer) {
      if (oneOfFew.pendingCount >= waitingMax) throw new AppError('unavailable', { retryAfterSeconds: 5 })
      const picture = await oneOfFew(() => reEncode(file))
      const now = clock.now()
      const name = `${randomUUID()}-${now.getTime()}`
      // First the note, then the files: what a crash or a dead store leaves behind is found by the sweep.
      await db.query.insertInto('picture').values({ name, accountId, createdAt: now }).execute()
      const files = filesOf(name)
      await Promise.all([
        store.put(files.large, picture.large),
        store.put(files.medium, picture.medium),
        store.put(files.small, picture.small),
      ])
      return { secure_url: addressOf(name), width: picture.width, height: picture.height }
    },

    /** One of our files; undefined when there is none. @throws AppError unavailable */
    async read(fileName: string) {
      if (!isImageFile(fileName)) return undefined
      return (await store.get(fileName)) ?? (await earlierStore?.get(fileName))
    },

    retire,

    /**
     * To be called in the transaction that gives an account another picture. @returns the address to keep
     * @throws AppError invalid_request for one that is not shown; the present one may stay, wherever it is
     */
    async replace(tx: Db, accountId: string, given: string | null): Promise<string | null> {
      if (given !== null && given === (await presentOf(tx, accountId))) return given
      const address = given === null ? null : shownAddress(given, { publicUrl: publicUrl(), cloudName })
      if (address === undefined) {
        throw invalidField('profileImageUrl', 'Please upload the picture here: others are not shown.')
      }
      await retire(tx, accountId)
      return address
    },

    /**
     * Removes a picture that no profile shows, somebody else's included. Twice is once: the row goes
     * last, and removing a file that is gone is no failure.
     */
    async removeUnused({ name }: { name: string }) {
      const outcome = await db.transact(async (tx) => {
        if (!(await tryAdvisoryLockShared(tx, imagesLocked))) return 'kept'
        const unused = await tx
          .updateTable('picture')
          .set({ removedAt: clock.now() })
          .where('name', '=', name)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('account').select('id').where('profileImageUrl', '=', addressOf(name)))),
          )
          .returning('name')
          .executeTakeFirst()
        return unused ? 'unused' : 'used'
      })
      if (outcome === 'kept') await removeLater(db.query, name, { delayMs: ttlMs })
      if (outcome !== 'unused') return
      for (const fileName of Object.values(filesOf(name))) {
        await store.remove(fileName)
        await earlierStore?.remove(fileName)
      }
      await db.query.deleteFrom('picture').where('name', '=', name).execute()
    },

    /** Finds what was uploaded and never used, or left behind by a failure. */
    async sweep() {
      const { rows } = await sql<{ name: string }>`
        select name from picture
        where created_at < ${after(clock.now(), -hoursMs(unusedHours))}
          and not exists (select from account
            where profile_image_url = ${uploadsPath}::text || picture.name || '.webp')
        order by created_at limit ${sweptAtOnce}`.execute(db.query)
      for (const { name } of rows) await removeLater(db.query, name)
    },
  }
}
export type Images = ReturnType<typeof createImages>
