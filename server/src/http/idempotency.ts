import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@marga/contract/limits'
import { sql } from 'kysely'
import { createBatcher } from '../platform/batcher.ts'
import { after, type Clock, hoursMs, minutesMs } from '../platform/clock.ts'
import type { Database, Db, Tx } from '../platform/db/database.ts'
import { deleteInParts } from '../platform/db/parts.ts'
import { prepared, preparedOne } from '../platform/db/prepared-statements.ts'
import { AppError, invalidField } from '../platform/errors.ts'
import { type RouteResponse, respond } from './route.ts'

export type IdempotentRequest = { accountId: string; key: string; requestHash: Buffer }

/** Hash of what makes two requests the same request. */
export const requestHash = (method: string, url: string, body: unknown) =>
  createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(withHashedFiles(body)) ?? ''}`)
    .digest()

/** Written out as numbers a picture of 5 MB would hold the process for a second. */
const withHashedFiles = (body: unknown) =>
  typeof body === 'object' && body !== null && Object.values(body).some(Buffer.isBuffer)
    ? Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          Buffer.isBuffer(value) ? createHash('sha256').update(value).digest('hex') : value,
        ]),
      )
    : body

/** @throws AppError when the header is there but unusable */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const isUsable =
    typeof header === 'string' && /^[\x21-\x7e]+$/.test(header) && header.length <= limits.idempotencyKeyMax
  if (!isUsable) throw invalidField('Idempotency-Key', 'Use 1 to 128 visible characters.')
  return header as string
}

/**
 * Keeps the first successful answer in the same transaction as its effect, so that a retry gets
 * that answer and a crash leaves either both or neither. Two retries at once: the second waits on
 * the key's row until the first has committed or vanished.
 */
export function createIdempotency({ db, clock }: { db: Database; clock: Clock }) {
  const earlier = createBatcher<IdempotentRequest, KeptAnswer | undefined>({
    sizeMax: atOnceMax,
    run: (requests) => findAnswers(db.query, requests, clock.now()),
  })
  let claims = 0
  async function claim(tx: Tx, of: IdempotentRequest, staleMs?: number) {
    const now = clock.now()
    if (!(await claimKey(tx, of, now, staleMs))) return false
    if (++claims % tidiedEvery === 0) await deleteSurplus(tx, of.accountId, now)
    return true
  }
  return {
    run: (of: IdempotentRequest, work: () => Promise<RouteResponse<unknown>>) =>
      db.transact(async (tx) => {
        if (!(await claim(tx, of))) return earlierAnswer(tx, of)
        const given = await work()
        await keepAnswer(tx, of, given)
        return given
      }),

    /**
     * The same for work that asks another server on its way, and so may not stand in a transaction: the key is claimed
     * before, the answer kept after. A repetition that comes meanwhile waits for it. Where the process died in between,
     * the work is done again, which it must bear.
     */
    runOutside: (of: IdempotentRequest, work: () => Promise<RouteResponse<unknown>>) =>
      runOutside({ db, claim }, of, work),

    /** The answer that was kept for it, if any; of many who ask at once by one statement. @throws AppError idempotency_conflict */
    async findEarlier(of: IdempotentRequest): Promise<RouteResponse<unknown> | undefined> {
      const kept = await earlier.add(of)
      return kept && answerOf(kept, of)
    },
  }
}
export type Idempotency = ReturnType<typeof createIdempotency>

async function runOutside(
  { db, claim }: { db: Database; claim: (tx: Tx, of: IdempotentRequest, ms: number) => Promise<boolean> },
  of: IdempotentRequest,
  work: () => Promise<RouteResponse<unknown>>,
): Promise<RouteResponse<unknown>> {
  while (!(await db.transact((tx) => claim(tx, of, unansweredMs)))) {
    const kept = await findKept(db.query, of)
    if (kept && (kept.status !== null || !kept.requestHash.equals(of.requestHash))) return answerOf(kept, of)
    await sleep(betweenLooksMs)
  }
  try {
    const given = await work()
    await db.transact((tx) => keepAnswer(tx, of, given))
    return given
  } catch (error) {
    // It may be tried again at once; where the database is away, when the claim is stale.
    await forgetKey(db.query, of).catch(() => undefined)
    throw error
  }
}

const atOnceMax = 500
/** Longer than any request may take: whoever claimed a key and has not answered since is gone. */
const unansweredMs = minutesMs(1)
const betweenLooksMs = 250
/** Of one account so many are kept, the newest, and any for some minutes: those are what a repetition asks for. */
const keptMax = 1_000
const keptAnywayMs = minutesMs(10)
/** Claims of this process, after each so many of which the account of the last is looked at. */
const tidiedEvery = 100

type KeptAnswer = { requestHash: Buffer; status: number | null; answer: unknown }

const keepAnswer = (tx: Tx, of: IdempotentRequest, given: RouteResponse<unknown>) =>
  prepared(
    tx,
    tx
      .updateTable('idempotencyKey')
      .set({ status: given.status, answer: JSON.stringify(given.body) })
      .where('accountId', '=', of.accountId)
      .where('key', '=', of.key),
  )

/**
 * @param staleMs after which a claim without an answer is nobody's any more
 * @returns false where the request was answered before, or is being answered; a key that is past its day is as good as new
 */
const claimKey = async (
  tx: Tx,
  { accountId, key, requestHash }: IdempotentRequest,
  now: Date,
  staleMs = hoursMs(limits.idempotencyHours),
) =>
  (await preparedOne(
    tx,
    tx
      .insertInto('idempotencyKey')
      .values({ accountId, key, requestHash, createdAt: now })
      .onConflict((conflict) =>
        conflict
          .columns(['accountId', 'key'])
          .doUpdateSet({ requestHash, createdAt: now, status: null, answer: null })
          .where(({ or, and, eb }) =>
            or([
              eb('idempotencyKey.createdAt', '<', keptSince(now)),
              and([
                eb('idempotencyKey.status', 'is', null),
                eb('idempotencyKey.createdAt', '<', after(now, -staleMs)),
              ]),
            ]),
          ),
      )
      .returning('key'),
  )) !== undefined

/** What one account is answered would fill the disk before the day is over after which it goes. Waits for nobody. */
const deleteSurplus = (tx: Tx, accountId: string, now: Date) =>
  prepared(
    tx,
    sql`delete from idempotency_key where account_id = ${accountId} and key in (
      select key from idempotency_key
      where account_id = ${accountId} and created_at < ${after(now, -keptAnywayMs)}
        and created_at <= (select created_at from idempotency_key where account_id = ${accountId}
                           order by created_at desc offset ${sql.lit(keptMax)} limit 1)
      limit ${sql.lit(keptMax)} for update skip locked)`,
  )

const findKept = (db: Db, of: IdempotentRequest): Promise<KeptAnswer | undefined> =>
  preparedOne(
    db,
    db
      .selectFrom('idempotencyKey')
      .select(['requestHash', 'status', 'answer'])
      .where('accountId', '=', of.accountId)
      .where('key', '=', of.key),
  )

/** What failed leaves no key; one that was answered stays. */
const forgetKey = (db: Db, of: IdempotentRequest) =>
  db
    .deleteFrom('idempotencyKey')
    .where('accountId', '=', of.accountId)
    .where('key', '=', of.key)
    .where('status', 'is', null)
    .execute()

async function earlierAnswer(tx: Tx, of: IdempotentRequest): Promise<RouteResponse<unknown>> {
  const kept = await findKept(tx, of)
  if (!kept) throw new AppError('idempotency_conflict')
  return answerOf(kept, of)
}

function answerOf(kept: KeptAnswer, of: IdempotentRequest): RouteResponse<unknown> {
  if (!kept.requestHash.equals(of.requestHash)) throw new AppError('idempotency_conflict')
  return respond(kept.status ?? 200, kept.answer)
}

/** @returns one for each, undefined of a key that is new, or past its day */
async function findAnswers(db: Db, requests: readonly IdempotentRequest[], now: Date) {
  const rows = await prepared(
    db,
    sql<KeptAnswer & { accountId: string; key: string }>`
    select kept.account_id as "accountId", kept.key, request_hash as "requestHash", status, answer
    from unnest(${requests.map(({ accountId }) => accountId)}::uuid[], ${requests.map(({ key }) => key)}::text[])
      as given (account_id, key)
    join idempotency_key as kept on kept.account_id = given.account_id and kept.key = given.key
    where created_at >= ${keptSince(now)}`,
  )
  const kept = new Map(rows.map((row) => [`${row.accountId} ${row.key}`, row]))
  return requests.map(({ accountId, key }) => kept.get(`${accountId} ${key}`))
}

const keptSince = (now: Date) => after(now, -hoursMs(limits.idempotencyHours))

/** Removes keys past their day; runs from cron. */
export const deleteExpiredKeys = (db: Database, now: Date) =>
  deleteInParts(db.query, 'idempotencyKey', sql`created_at < ${keptSince(now)}`)
