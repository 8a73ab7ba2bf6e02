import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { documentOf } from './tokens.rules.ts'

/** Channel on which every process hears that an anonymous search answer may be stale. */
export const searchChangedChannel = 'mentor_search_changed'

export function createSearchIndex({ clock }: { clock: Clock }) {
  return {
    /**
     * Rewrites the mentor's search row from the mentor as this transaction sees it; a mentor who is
     * not listed has none. Call it in the transaction of whatever changed the mentor.
     */
    async refresh(tx: Db, mentorId: string) {
      await announce(tx, mentorId)
      const mentor = await findListed(tx, mentorId)
      if (!mentor) {
        await tx.deleteFrom('mentorSearch').where('mentorId', '=', mentorId).execute()
        return
      }
      const row = await rowOf(tx, mentor, clock.now())
      await tx
        .insertInto('mentorSearch')
        .values({ mentorId, ...row })
        .onConflict((conflict) => conflict.column('mentorId').doUpdateSet(row))
        .execute()
    },

    /** Only the time of the next open slot: what booking and publishing change. */
    async refreshNextAvailable(tx: Db, mentorId: string) {
      await announce(tx, mentorId)
      const nextAvailableAt = await nextOpenStart(tx, mentorId, clock.now())
      await tx.updateTable('mentorSearch').set({ nextAvailableAt }).where('mentorId', '=', mentorId).execute()
    },
  }
}
export type SearchIndex = ReturnType<typeof createSearchIndex>

const announce = (tx: Db, mentorId: string) =>
  sql`select pg_notify(${searchChangedChannel}, ${mentorId})`.execute(tx)

const findListed = (tx: Db, mentorId: string) =>
  tx
    .selectFrom('mentorProfile')
    .innerJoin('account', 'account.id', 'mentorProfile.accountId')
    .selectAll('mentorProfile')
    .select(['account.firstName', 'account.lastName', 'account.profileImageUrl'])
    .where('mentorProfile.accountId', '=', mentorId)
    .where('mentorProfile.status', '=', 'accepted')
    .where('account.isBlocked', '=', false)
    .executeTakeFirst()
type ListedMentor = NonNullable<Awaited<ReturnType<typeof findListed>>>

async function rowOf(tx: Db, mentor: ListedMentor, now: Date) {
  const document = documentOf([
    { weight: 'A', text: `${mentor.firstName} ${mentor.lastName} ${mentor.expertise.join(' ')}` },
    { weight: 'B', text: `${mentor.jobTitle} ${mentor.firmName}` },
    { weight: 'C', text: `${mentor.location ?? ''} ${mentor.shortBio ?? ''}` },
    { weight: 'D', text: mentor.bio },
  ])
  return {
    document: sql<string>`${document}::tsvector`,
    hourlyRate: mentor.hourlyRate,
    rating: mentor.ratingCount === 0 ? null : mentor.ratingSum / mentor.ratingCount,
    ratingCount: mentor.ratingCount,
    quality: qualityOf(mentor),
    nextAvailableAt: await nextOpenStart(tx, mentor.accountId, now),
    languages: mentor.languages,
    location: mentor.location,
    listedAt: mentor.acceptedAt ?? now,
  }
}

async function nextOpenStart(tx: Db, mentorId: string, now: Date): Promise<Date | null> {
  const slot = await tx
    .selectFrom('slot')
    .select('startsAt')
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'open')
    .where('startsAt', '>', now)
    .orderBy('startsAt')
    .limit(1)
    .executeTakeFirst()
  return slot?.startsAt ?? null
}

/** Reviews a mentor is assumed to have before the first one, at the usual mean: one five-star review is no proof. */
const priorCount = 5
const priorMean = 4.2

/** 0 to 1: the Bayesian mean of the ratings, plus a little for a complete profile. */
export function qualityOf(mentor: {
  ratingSum: number
  ratingCount: number
  profileImageUrl: string | null
  shortBio: string | null
  bio: string
}): number {
  const mean = (mentor.ratingSum + priorCount * priorMean) / (mentor.ratingCount + priorCount)
  const completeness =
    [mentor.profileImageUrl, mentor.shortBio, mentor.bio.length > 300].filter(Boolean).length / 3
  return Math.round((0.9 * (mean / 5) + 0.1 * completeness) * 10_000) / 10_000
}
