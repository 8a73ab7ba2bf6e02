import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { load } from '../seed/load.ts'
import { createRandom } from '../seed/random.ts'

/** A mentee enrolled with a mentor, both signed in: each bench brings its own, without a password hashed for them. */
export type Pair = {
  menteeId: string
  mentorId: string
  conversationId: string
  enrollmentId: string
  menteeToken: string
  mentorToken: string
}

export const benchSecret = randomBytes(32).toString('hex')
/** For a product that takes the tokens made here. */
export const benchEnvironment = { TOKEN_SECRET: benchSecret, DEMO: '0', LOG_LEVEL: 'info' }

const hourSeconds = 3600
const dayMs = 86_400_000

/** @param mentors how many the mentees share */
export async function seedPairs(
  database: pg.Client,
  count: number,
  { mentors = count } = {},
): Promise<Pair[]> {
  const random = createRandom(41)
  const now = Date.now()
  const mentorIds = Array.from({ length: mentors }, () => random.uuid(now))
  const pairs = Array.from({ length: count }, (_, index) => ({
    menteeId: random.uuid(now),
    mentorId: mentorIds[index % mentors]!,
    conversationId: random.uuid(now),
    enrollmentId: random.uuid(now),
  }))
  const account = (role: string) => (id: string, number: number) =>
    [id, role, `${role}-${number}@bench.example`, 'Bench', `${role}${number}`, '9876543210', true] as const
  const accountColumns = ['id', 'role', 'email', 'first_name', 'last_name', 'phone', 'is_email_verified']
  await load(
    database,
    'account',
    accountColumns,
    pairs.map(({ menteeId }) => menteeId).map(account('mentee')),
  )
  await load(database, 'account', accountColumns, mentorIds.map(account('mentor')))
  await load(
    database,
    'mentor_profile',
    [
      'account_id',
      'status',
      'job_title',
      'firm_name',
      'bio',
      'educational_qualification',
      'hourly_rate',
      'expertise',
      'accepted_at',
    ],
    mentorIds.map((id) => [
      id,
      'accepted',
      'Engineer',
      'Bench',
      'A mentor of the bench.',
      'B.Tech',
      1000,
      ['Go'],
      new Date(now),
    ]),
  )
  await load(
    database,
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
    ],
    pairs.map((pair) => [
      ...[
        pair.enrollmentId,
        pair.menteeId,
        pair.mentorId,
        'active',
        'sandbox',
        `bench_${pair.enrollmentId}`,
        'bench',
        4000,
      ],
      ...[
        new Date(now - dayMs),
        new Date(now - dayMs),
        new Date(now + 29 * dayMs),
        new Date(now + 29 * dayMs),
      ],
    ]),
  )
  await load(
    database,
    'conversation',
    ['id', 'mentee_id', 'mentor_id'],
    pairs.map((pair) => [pair.conversationId, pair.menteeId, pair.mentorId]),
  )
  const sessions = new Map(
    [...pairs.map(({ menteeId }) => menteeId), ...mentorIds].map((id) => [id, random.uuid(now)]),
  )
  await load(
    database,
    'login_session',
    ['id', 'account_id', 'token_hash', 'expires_at'],
    [...sessions].map(([accountId, id]) => [
      id,
      accountId,
      `\\x${randomBytes(32).toString('hex')}`,
      new Date(now + dayMs),
    ]),
  )
  await database.query('vacuum analyze')
  return pairs.map((pair) => ({
    ...pair,
    menteeToken: tokenOf(pair.menteeId, 'mentee', sessions.get(pair.menteeId)!),
    mentorToken: tokenOf(pair.mentorId, 'mentor', sessions.get(pair.mentorId)!),
  }))
}

/** Longer than the product's own, so that a long bench needs no refresh. */
function tokenOf(accountId: string, role: string, sessionId: string): string {
  const seconds = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = part({ alg: 'HS256', typ: 'at+jwt' })
  const body = part({
    role,
    sid: sessionId,
    iss: 'marga',
    sub: accountId,
    iat: seconds,
    exp: seconds + 3 * hourSeconds,
  })
  const signature = createHmac('sha256', benchSecret).update(`${head}.${body}`).digest('base64url')
  return `${head}.${body}.${signature}`
}
