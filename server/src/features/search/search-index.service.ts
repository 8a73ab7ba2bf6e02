import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { documentOf, type Term } from './document.rules.ts'
import { availabilityBonuses, availabilityBonusOf, baseQualityOf } from './quality.rules.ts'

/** Channel on which every process hears that an anonymous search answer may be stale. */
export const searchChangedChannel = 'mentor_search_changed'
/** Channel that carries words which no mentor had before, as JSON of `Term[]`; 'all' where they are to be read anew. */
export const searchTermsChannel = 'search_terms_added'

export function createSearchIndex({ db, clock }: { db: Database; clock: Clock }) {
  const listeners: { terms(added: readonly Term[]): void; changed(mentorId: string): void }[] = []
  const announce = async (tx: Db, mentorIds: readonly string[]) => {
    await sql`select pg_notify(${searchChangedChannel}, id) from unnest(${mentorIds as string[]}::text[]) as id`.execute(
      tx,
    )
    // This process need not wait for its own notification to come back.
    db.afterCommit(() => {
      for (const listener of listeners) for (const mentorId of mentorIds) listener.changed(mentorId)
    })
  }

  return {
    /** Runs at once for changes of this process; others hear of them by the channels. */
    onChange: (listener: (typeof listeners)[number]) => void listeners.push(listener),

    /**
     * Rewrites the mentor's search row from the mentor as this transaction sees it; a mentor who is
     * not listed has none. Call it in the transaction of whatever changed the mentor.
     */
    async refresh(tx: Db, mentorId: string) {
      await announce(tx, [mentorId])
      const mentor = await listedMentors(tx)
        .where('mentorProfile.accountId', '=', mentorId)
        .executeTakeFirst()
      if (!mentor) {
        await tx.deleteFrom('mentorSearch').where('mentorId', '=', mentorId).execute()
        return
      }
      const now = clock.now()
      const nextAvailableAt = await nextOpenStart(tx, mentorId, now)
      const { terms, document, ...columns } = searchRowOf(mentor, nextAvailableAt, now)
      const row = { ...columns, document: sql<string>`${document}::tsvector` }
      await tx
        .insertInto('mentorSearch')
        .values({ mentorId, ...row })
        .onConflict((conflict) => conflict.column('mentorId').doUpdateSet(row))
        .execute()
      const added = await addTerms(tx, terms)
      if (added.length === 0) return
      for (const part of inParts(added))
        await sql`select pg_notify(${searchTermsChannel}, ${part})`.execute(tx)
      db.afterCommit(() => {
        for (const listener of listeners) listener.terms(added)
      })
    },

    /** Only the time of the next open slot: what booking and publishing change. */
    async refreshNextAvailable(tx: Db, mentorIds: readonly string[]) {
      const now = clock.now()
      await announce(tx, mentorIds)
      // Two who book at once would each miss what the other takes: the second looks when the first has committed.
      await tx
        .selectFrom('mentorSearch')
        .select('mentorId')
        .where('mentorId', '=', anyOf(mentorIds))
        .orderBy('mentorId')
        .forUpdate()
        .execute()
      await recomputeNextAvailable(tx, sql`mentor_id = any(${mentorIds as string[]}::uuid[])`, now)
    },

    /**
     * Brings up to date what only the clock has changed: next slots that have begun, and for all mentors, once a
     * day, how soon theirs is. Forgets the past of rows that nobody walks any more. @returns how many changed
     */
    async refreshAvailability({ isForAll }: { isForAll: boolean }): Promise<number> {
      const now = clock.now()
      await db.query
        .deleteFrom('mentorSearchPast')
        .where('supersededAt', '<', new Date(now.getTime() - pastTtlMs))
        .execute()
      const changed = await recomputeNextAvailable(
        db.query,
        // For all: also one that should have a next slot and has none, whatever made it so.
        isForAll ? sql`true` : sql`next_available_at <= ${now}`,
        now,
      )
      if (changed > 0) await sql`select pg_notify(${searchChangedChannel}, '')`.execute(db.query)
      return changed
    },
  }
}
export type SearchIndex = ReturnType<typeof createSearchIndex>

const pastTtlMs = 30 * 60_000
const notifyBytesMax = 7000

export const bonusSql = (now: Date) => sql<number>`(case
  ${sql.join(
    availabilityBonuses.map(
      ({ days, bonus }) =>
        sql`when free.starts_at <= ${now}::timestamptz + ${sql.lit(days)} * interval '1 day' then ${sql.lit(bonus)}`,
    ),
    sql` `,
  )}
  else 0 end)::real`

/** What a search row is made of. */
export const listedMentors = (db: Db) =>
  db
    .selectFrom('mentorProfile')
    .innerJoin('account', 'account.id', 'mentorProfile.accountId')
    .select([
      'mentorProfile.accountId',
      'mentorProfile.jobTitle',
      'mentorProfile.firmName',
      'mentorProfile.expertise',
      'mentorProfile.languages',
      'mentorProfile.location',
      'mentorProfile.shortBio',
      'mentorProfile.bio',
      'mentorProfile.hourlyRate',
      'mentorProfile.ratingSum',
      'mentorProfile.ratingCount',
      'mentorProfile.acceptedAt',
      'account.firstName',
      'account.lastName',
      'account.profileImageUrl',
    ])
    .where('mentorProfile.status', '=', 'accepted')
    .where('account.isBlocked', '=', false)
export type ListedMentor = Awaited<ReturnType<ReturnType<typeof listedMentors>['executeTakeFirstOrThrow']>>

export const termsAndDocumentOf = (mentor: ListedMentor) =>
  documentOf({ ...mentor, rating: ratingOf(mentor) })

const ratingOf = ({ ratingSum, ratingCount }: ListedMentor) =>
  ratingCount === 0 ? null : ratingSum / ratingCount

/** The row's columns, with the terms to keep beside it. */
export function searchRowOf(mentor: ListedMentor, nextAvailableAt: Date | null, now: Date) {
  const baseQuality = baseQualityOf(mentor)
  return {
    ...termsAndDocumentOf(mentor),
    hourlyRate: mentor.hourlyRate,
    rating: ratingOf(mentor),
    ratingCount: mentor.ratingCount,
    baseQuality,
    quality: baseQuality + availabilityBonusOf(nextAvailableAt, now),
    nextAvailableAt,
    languages: mentor.languages,
    location: mentor.location,
    listedAt: mentor.acceptedAt ?? now,
    sample: sampleOf(mentor.accountId),
  }
}

/** One of 256 equal shares of the mentors, by the random end of the id. */
export const sampleOf = (mentorId: string) => Number.parseInt(mentorId.slice(-2), 16)

/** Keeps the terms that are new. In one order everywhere, so that two transactions never wait for each other. */
export async function addTerms(tx: Db, terms: readonly Term[]): Promise<Term[]> {
  if (terms.length === 0) return []
  const { rows } = await sql<Term>`
    insert into search_term (term, shown)
    select term, shown from unnest(
      ${terms.map(({ term }) => term)}::text[], ${terms.map(({ shown }) => shown)}::text[]
    ) as given (term, shown)
    where not exists (select from search_term as known where known.term = given.term)
    order by term
    on conflict do nothing
    returning term, shown`.execute(tx)
  return rows
}

/** JSON of parts that fit into a notification. */
function inParts(terms: readonly Term[]): string[] {
  const parts: Term[][] = [[]]
  let bytes = 0
  for (const term of terms) {
    const size = Buffer.byteLength(JSON.stringify(term)) + 1
    if (bytes + size > notifyBytesMax) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)!.push(term)
    bytes += size
  }
  return parts.map((part) => JSON.stringify(part))
}

/** Writes the next open slot, and what it is worth, of those whose row is out of date. @returns how many */
async function recomputeNextAvailable(db: Db, which: RawBuilder<unknown>, now: Date): Promise<number> {
  const { rows } = await sql`
    with due as (
      select mentor_id, free.starts_at, (base_quality + ${bonusSql(now)})::real as quality
      from mentor_search
      left join lateral (
        select min(starts_at) as starts_at from slot
        where slot.mentor_id = mentor_search.mentor_id and status = 'open' and starts_at > ${now}
      ) as free on true
      where ${which}
    )
    update mentor_search as row set next_available_at = due.starts_at, quality = due.quality
    from due
    where due.mentor_id = row.mentor_id
      and (row.next_available_at, row.quality) is distinct from (due.starts_at, due.quality)
    returning row.mentor_id`.execute(db)
  return rows.length
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
