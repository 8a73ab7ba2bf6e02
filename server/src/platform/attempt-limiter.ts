import { createHmac } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from './clock.ts'
import { after } from './clock.ts'
import type { Database } from './db/database.ts'
import { deleteInParts } from './db/parts.ts'
import { prepared, preparedOne } from './db/prepared-statements.ts'
import { AppError } from './errors.ts'

export type AttemptLimit = { max: number; windowMs: number }
/** What is counted, such as `['login', 'mentee', email]`. */
export type AttemptKey = readonly string[]
type Limited = { key: AttemptKey; limit: AttemptLimit }
type Spent = { used: number; expiresAt: Date }

/** Counts tries of what could be guessed. Every process counts the same. */
export type AttemptLimiter = {
  /**
   * Spends a try before anything is compared. Not inside a transaction, which would take it back when the guess was
   * wrong: a call that comes here is `idempotency: 'none'`. @throws AppError rate_limited when none is left
   */
  spend(key: AttemptKey, limit: AttemptLimit): Promise<void>
  /** Spends one of each, of the second only where the first had one left. @throws AppError rate_limited */
  spendBoth(first: Limited, second: Limited): Promise<void>
  /** Gives tries back that turned out to be no guesses; in the order in which they were spent. */
  refund(...keys: AttemptKey[]): Promise<void>
  /** The same as a statement, for a `with` of another one; `condition` may read what stands before it there. */
  refunding(keys: readonly AttemptKey[], condition: RawBuilder<boolean>): RawBuilder<object>
  deleteExpired(): Promise<void>
}

type Options = { db: Database; clock: Clock; secret: Uint8Array; factor: number }

/** Counted in PostgreSQL, by one statement a try, so that tries at once cannot share one. */
export function createAttemptLimiter(options: Options): AttemptLimiter {
  const { db, clock } = options
  return {
    spend: (key, limit) => spend(options, key, limit),
    spendBoth: (first, second) => spendBoth(options, first, second),
    async refund(...keys) {
      await refunding(options, keys, sql`true`).execute(db.query)
    },
    refunding: (keys, condition) => refunding(options, keys, condition),
    deleteExpired: () => deleteInParts(db.query, 'attempt', sql`expires_at < ${clock.now()}`),
  }
}

/** Addresses and mail addresses are not kept as such. */
const hashOf = ({ secret }: Options, key: AttemptKey) =>
  createHmac('sha256', secret)
    .update(`attempt\0${key.join('\0')}`)
    .digest()

/** Ends in the rows as they are counted then. `given` has the hash, the first count, and the end of the window. */
const count = (given: RawBuilder<unknown>, now: Date) => sql`
  insert into attempt as known (key_hash, used, expires_at) ${given}
  on conflict (key_hash) do update set
    used = case when known.expires_at <= ${now} then 1 else known.used + 1 end,
    expires_at = case when known.expires_at <= ${now} then excluded.expires_at else known.expires_at end
  returning used, expires_at`

const usable = ({ factor }: Options, { max }: AttemptLimit) => Math.ceil(max * factor)

function refuseBeyond(options: Options, spent: Spent | undefined, limit: AttemptLimit, now: Date) {
  if (!spent || spent.used <= usable(options, limit)) return
  throw new AppError('rate_limited', {
    retryAfterSeconds: Math.max(1, Math.ceil((spent.expiresAt.getTime() - now.getTime()) / 1000)),
  })
}

async function spend(options: Options, key: AttemptKey, limit: AttemptLimit) {
  const { db, clock } = options
  const now = clock.now()
  const given = sql`values (${hashOf(options, key)}::bytea, 1, ${after(now, limit.windowMs)}::timestamptz)`
  const spent = await preparedOne(db.query, sql<Spent>`${count(given, now)}`)
  refuseBeyond(options, spent, limit, now)
}

async function spendBoth(options: Options, first: Limited, second: Limited) {
  const { db, clock } = options
  const now = clock.now()
  const given = ({ key, limit }: Limited) =>
    sql`select ${hashOf(options, key)}::bytea, 1, ${after(now, limit.windowMs)}::timestamptz`
  const rows = await prepared(
    db.query,
    sql<Spent & { isFirst: boolean }>`
    with first as (${count(given(first), now)}),
    second as (${count(sql`${given(second)} from first where used <= ${usable(options, first.limit)}`, now)})
    select true as is_first, used, expires_at from first
    union all select false, used, expires_at from second`,
  )
  const of = (isFirst: boolean) => rows.find((row) => row.isFirst === isFirst)
  refuseBeyond(options, of(true), first.limit, now)
  refuseBeyond(options, of(false), second.limit, now)
}

function refunding(options: Options, keys: readonly AttemptKey[], condition: RawBuilder<boolean>) {
  // Locked in this order, as spending does: two who sign in at once must not wait for each other.
  const hashes = keys.map((key) => hashOf(options, key))
  return sql<object>`
    update attempt set used = used - 1 where used > 0 and key_hash in (
      select given.key_hash from (
        select known.key_hash from unnest(${hashes}::bytea[]) with ordinality as key (hash, number)
        join attempt as known on known.key_hash = key.hash
        where ${condition} order by number for update of known
      ) as given
    )`
}
