import type pg from 'pg'
import { load } from './load.ts'
import { menteeOf, mentorOf, type SeededAccount, type SeededMentor } from './people.ts'
import { createRandom, type Random } from './random.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

export type SeedSize = { mentors: number; mentees: number; enrollments: number; slots: number }

/**
 * Fills a migrated database with made-up people, the same for the same seed and day. Slots lie from a year
 * back to 60 days ahead, a third of the coming ones booked by enrolled mentees. Mentors are accepted; the
 * search knows them after `npm run search:reindex`.
 */
export async function seed(client: pg.Client, size: SeedSize, { seedNumber = 1, now = new Date() } = {}) {
  const random = createRandom(seedNumber)
  const nowMs = Math.floor(now.getTime() / dayMs) * dayMs
  const mentees = Array.from({ length: size.mentees }, (_, number) => menteeOf(random, number, nowMs))
  // What follows from rows by triggers and foreign keys is right by construction here, and slow row by row.
  await client.query('begin; set local session_replication_role = replica')
  await loadAccounts(client, mentees)
  const mentorIds = await loadMentors(client, random, size.mentors, nowMs)
  const pairs = await loadEnrollments(client, random, { mentees, mentorIds, count: size.enrollments, nowMs })
  await loadSlots(client, random, { mentorIds, pairs, count: size.slots, nowMs })
  await client.query('commit')
  await client.query('vacuum analyze')
}

const loadAccounts = (client: pg.Client, people: readonly SeededAccount[]) =>
  load(
    client,
    'account',
    [
      'id',
      'role',
      'email',
      'first_name',
      'last_name',
      'phone',
      'is_blocked',
      'is_email_verified',
      'created_at',
    ],
    people.map((person) => [
      person.id,
      person.role,
      person.email,
      person.firstName,
      person.lastName,
      '9876543210',
      person.isBlocked,
      true,
      new Date(person.createdAtMs),
    ]),
  )

const mentorColumns = [
  'account_id',
  'status',
  'job_title',
  'firm_name',
  'short_bio',
  'bio',
  'location',
  'educational_qualification',
  'hourly_rate',
  'expertise',
  'languages',
  'accepted_at',
  'rating_sum',
  'rating_count',
  'response_count',
  'response_median_minutes',
  'response_within_percent',
]

const mentorRow = (mentor: SeededMentor) => [
  mentor.id,
  'accepted',
  mentor.jobTitle,
  mentor.firmName,
  mentor.shortBio,
  mentor.bio,
  mentor.location,
  'B.Tech',
  mentor.hourlyRate,
  mentor.expertise,
  mentor.languages,
  new Date(mentor.createdAtMs + dayMs),
  mentor.ratings.reduce((sum, rating) => sum + rating, 0),
  mentor.ratings.length,
  mentor.response?.count ?? null,
  mentor.response?.medianMinutes ?? null,
  mentor.response?.withinPercent ?? null,
]

/** In batches, so that a million of them need no room for all at once. */
async function loadMentors(client: pg.Client, random: Random, count: number, nowMs: number) {
  const ids: string[] = []
  for (let first = 0; first < count; first += 20_000) {
    const batch = Array.from({ length: Math.min(20_000, count - first) }, (_, index) =>
      mentorOf(random, first + index, nowMs),
    )
    await loadAccounts(client, batch)
    await load(client, 'mentor_profile', mentorColumns, batch.map(mentorRow))
    ids.push(...batch.map(({ id }) => id))
  }
  return ids
}

type Pair = { id: string; menteeId: string; mentorId: string }

/** Mentors as popular as Zipf's law makes them; a fifth of the enrollments has ended. */
async function loadEnrollments(
  client: pg.Client,
  random: Random,
  from: { mentees: readonly SeededAccount[]; mentorIds: readonly string[]; count: number; nowMs: number },
): Promise<Pair[]> {
  const { mentees, mentorIds, count, nowMs } = from
  const seen = new Set<string>()
  const live: Pair[] = []
  function* rows() {
    for (let number = 0; number < count; number++) {
      const [menteeId, mentorId] = [random.one(mentees).id, random.skewed(mentorIds)]
      if (seen.has(menteeId + mentorId)) continue
      seen.add(menteeId + mentorId)
      const startedMs = nowMs - random.below(300) * dayMs - random.below(dayMs)
      const id = random.uuid(startedMs)
      const hasEnded = random.chance(0.2)
      if (!hasEnded) live.push({ id, menteeId, mentorId })
      const period = [new Date(nowMs - 10 * dayMs), new Date(nowMs + 20 * dayMs)] as const
      const ended = hasEnded ? new Date(nowMs - dayMs) : null
      yield [
        id,
        menteeId,
        mentorId,
        hasEnded ? 'ended' : 'active',
        'sandbox',
        `seed_${id}`,
        'seed_price',
        4000,
        new Date(startedMs),
        ...period,
        period[1],
        ended,
      ]
    }
  }
  await load(
    client,
    'enrollment',
    [
      'id',
      'mentee_id',
      'mentor_id',
      'status',
      'provider',
      'provider_subscription_id',
      'price_id',
      'amount',
      'started_at',
      'period_start',
      'period_end',
      'check_after',
      'ended_at',
    ],
    rows(),
  )
  return live
}

/** Every mentor teaches on the hour; different hours, so that nobody is in two places. */
async function loadSlots(
  client: pg.Client,
  random: Random,
  from: { mentorIds: readonly string[]; pairs: readonly Pair[]; count: number; nowMs: number },
) {
  const { mentorIds, pairs, count, nowMs } = from
  if (mentorIds.length === 0) return
  const pairsOf = new Map<string, Pair[]>()
  for (const pair of pairs) pairsOf.set(pair.mentorId, [...(pairsOf.get(pair.mentorId) ?? []), pair])
  const perMentor = Math.ceil(count / mentorIds.length)
  const taken = new Set<string>()
  let left = count
  function* rows() {
    for (const mentorId of mentorIds) {
      const own = pairsOf.get(mentorId) ?? []
      const spanHours = 425 * 24
      const step = Math.max(1, Math.floor(spanHours / perMentor))
      for (let index = 0; index < perMentor && left > 0; index++, left--) {
        const startMs = nowMs - 365 * dayMs + (index * step + random.below(step)) * hourMs
        const isPast = startMs < nowMs
        const pair = own.length > 0 && random.chance(isPast ? 0.6 : 0.33) ? random.one(own) : undefined
        const key = `${pair?.menteeId}${startMs}`
        const isFree = !pair || taken.has(key)
        if (!isFree) taken.add(key)
        yield [
          random.uuid(startMs),
          mentorId,
          isFree ? null : pair.menteeId,
          'session',
          isFree ? 'open' : isPast ? 'completed' : 'booked',
          new Date(startMs),
          new Date(startMs + hourMs),
          isFree ? null : pair.id,
        ]
      }
    }
  }
  await load(
    client,
    'slot',
    ['id', 'mentor_id', 'mentee_id', 'type', 'status', 'starts_at', 'ends_at', 'enrollment_id'],
    rows(),
  )
}
