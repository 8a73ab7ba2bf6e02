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

type People = Pick<Pair, 'menteeId' | 'mentorId' | 'conversationId' | 'enrollmentId'>[]

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
  const menteeIds = pairs.map(({ menteeId }) => menteeId)
  await loadAccounts(database, menteeIds, mentorIds)
  await loadProfiles(database, mentorIds, now)
  await loadEnrollments(database, pairs, now)
  await load(
    database,
    'conversation',
    ['id', 'mentee_id', 'mentor_id'],
    pairs.map((pair) => [pair.conversationId, pair.menteeId, pair.mentorId]),
  )
  const sessions = new Map([...menteeIds, ...mentorIds].map((id) => [id, random.uuid(now)]))
  await loadSessions(database, sessions, now)
  await database.query('vacuum analyze')
  return pairs.map((pair) => ({
    ...pair,
    menteeToken: tokenOf(pair.menteeId, 'mentee', sessions.get(pair.menteeId)!),
    mentorToken: tokenOf(pair.mentorId, 'mentor', sessions.get(pair.mentorId)!),
  }))
}

const payments = `insert into payment (id, enrollment_id, mentee_id, mentor_id, amount, status, provider_charge_id,
    paid_at, period_start, period_end)
  select id, id, mentee_id, mentor_id, amount, 'paid', 'bench_' || id, started_at, period_start, period_end
  from enrollment`
const credits = `insert into session_credit (id, enrollment_id, source, period_start, ordinal, is_of_period, payment_id,
    price, granted_at, usable_until, lapses_at, changed_at, because)
  select gen_random_uuid(), enrollment.id, 'period', period_start, ordinal, true, enrollment.id, 1000, started_at,
    period_end, period_end, started_at, 'period_paid' from enrollment, generate_series(1, 4) ordinal`

/** A month that each has paid, with its four calls. */
export async function payMonth(database: pg.Client) {
  await database.query(payments)
  await database.query(credits)
}

/** A moderator who is signed in. @returns the token */
export async function seedModerator(database: pg.Client): Promise<string> {
  const now = Date.now()
  const random = createRandom(43)
  const [accountId, sessionId] = [random.uuid(now), random.uuid(now)]
  const columns = ['id', 'role', 'email', 'first_name', 'last_name', 'phone', 'is_email_verified']
  await load(database, 'account', columns, [
    [accountId, 'moderator', 'moderator@bench.example', 'Bench', 'Moderator', '9876543210', true],
  ])
  // Moderators need a second step, of which no code is asked here.
  const at = new Date(now)
  await load(
    database,
    'totp',
    ['account_id', 'sealed_secret', 'confirmed_at', 'created_at'],
    [[accountId, '\\x00', at, at]],
  )
  await loadSessions(database, new Map([[accountId, sessionId]]), now)
  return tokenOf(accountId, 'moderator', sessionId)
}

async function loadAccounts(database: pg.Client, menteeIds: readonly string[], mentorIds: readonly string[]) {
  const columns = ['id', 'role', 'email', 'first_name', 'last_name', 'phone', 'is_email_verified']
  const account = (role: string) => (id: string, number: number) =>
    [id, role, `${role}-${number}@bench.example`, 'Bench', `${role}${number}`, '9876543210', true] as const
  await load(database, 'account', columns, menteeIds.map(account('mentee')))
  await load(database, 'account', columns, mentorIds.map(account('mentor')))
}

async function loadProfiles(database: pg.Client, mentorIds: readonly string[], now: number) {
  const profile = {
    status: 'accepted',
    job_title: 'Engineer',
    firm_name: 'Bench',
    bio: 'A mentor of the bench.',
    educational_qualification: 'B.Tech',
    hourly_rate: 1000,
    expertise: ['Go'],
    accepted_at: new Date(now),
  }
  await load(
    database,
    'mentor_profile',
    ['account_id', ...Object.keys(profile)],
    mentorIds.map((id) => [id, ...Object.values(profile)]),
  )
}

async function loadEnrollments(database: pg.Client, pairs: People, now: number) {
  const rows = pairs.map((pair) => ({
    id: pair.enrollmentId,
    mentee_id: pair.menteeId,
    mentor_id: pair.mentorId,
    status: 'active',
    provider: 'sandbox',
    provider_subscription_id: `bench_${pair.enrollmentId}`,
    price_id: 'bench',
    amount: 4000,
    started_at: new Date(now - dayMs),
    period_start: new Date(now - dayMs),
    period_end: new Date(now + 29 * dayMs),
    check_after: new Date(now + 29 * dayMs),
  }))
  await load(
    database,
    'enrollment',
    Object.keys(rows[0] ?? {}),
    rows.map((row) => Object.values(row)),
  )
}

async function loadSessions(database: pg.Client, sessions: ReadonlyMap<string, string>, now: number) {
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
