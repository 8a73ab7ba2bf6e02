import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ImageStore } from '../../platform/images/images.ts'
import { reEncode } from '../../platform/images/re-encode.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { addressOf, filesOf, isPictureFile, nameFrom, uploadsPath } from './picture-names.rules.ts'

type Deps = {
  db: Database
  jobs: Jobs
  clock: Clock
  store: ImageStore
  /** Where pictures lay before the store was changed: looked at when the store has none. */
  earlierStore?: ImageStore
}

/** A decoded picture may take 160 MB: two at a time, some waiting, the rest is told to come back. */
const decodedAtOnce = 2
const waitingMax = 20
/** Uploaded and never taken for a profile. */
const unusedHours = 24
const sweptAtOnce = 1_000

export function createImages({ db, jobs, clock, store, earlierStore }: Deps) {
  const oneOfFew = pLimit(decodedAtOnce)

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
      if (!isPictureFile(fileName)) return undefined
      return (await store.get(fileName)) ?? (await earlierStore?.get(fileName))
    },

    /** To be called in the transaction that gives an account another picture: the present one goes afterwards. */
    async retire(tx: Db, accountId: string) {
      const account = await tx
        .selectFrom('account')
        .select('profileImageUrl')
        .where('id', '=', accountId)
        .executeTakeFirst()
      const name = nameFrom(account?.profileImageUrl)
      if (name) await jobs.add(tx, 'images:remove', { name }, { key: `images:remove:${name}` })
    },

    /**
     * Removes a picture that no profile shows, somebody else's included. Twice is once: the row goes
     * last, and removing a file that is gone is no failure.
     */
    async removeUnused({ name }: { name: string }) {
      const unused = await db.query
        .updateTable('picture')
        .set({ removedAt: clock.now() })
        .where('name', '=', name)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('account').select('id').where('profileImageUrl', '=', addressOf(name)))),
        )
        .returning('name')
        .executeTakeFirst()
      if (!unused) return
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
      for (const { name } of rows)
        await jobs.add(db.query, 'images:remove', { name }, { key: `images:remove:${name}` })
    },
  }
}
export type Images = ReturnType<typeof createImages>
