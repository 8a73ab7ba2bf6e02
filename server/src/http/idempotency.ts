import { createHash } from 'node:crypto'
import { limits } from '@marga/contract/limits'
import { sql } from 'kysely'
import { after, type Clock, hoursMs } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import { AppError, invalidField } from '../platform/errors.ts'
import { type RouteResponse, respond } from './route.ts'

export type IdempotentRequest = { accountId: string; key: string; requestHash: Buffer }

/** Hash of what makes two requests the same request. */
export const requestHash = (method: string, url: string, body: unknown) =>
  createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(body) ?? ''}`)
    .digest()

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
  return async function withIdempotency(
    of: IdempotentRequest,
    work: () => Promise<RouteResponse<unknown>>,
  ): Promise<RouteResponse<unknown>> {
    return db.transact(async (tx) => {
      await forgetExpired(tx, of, clock.now())
      const claimed = await tx
        .insertInto('idempotencyKey')
        .values({ accountId: of.accountId, key: of.key, requestHash: of.requestHash, createdAt: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('key')
        .executeTakeFirst()
      if (!claimed) return earlierAnswer(tx, of)
      const given = await work()
      await tx
        .updateTable('idempotencyKey')
        .set({ status: given.status, answer: JSON.stringify(given.body) })
        .where('accountId', '=', of.accountId)
        .where('key', '=', of.key)
        .execute()
      return given
    })
  }
}

async function earlierAnswer(tx: Tx, of: IdempotentRequest): Promise<RouteResponse<unknown>> {
  const row = await tx
    .selectFrom('idempotencyKey')
    .select(['requestHash', 'status', 'answer'])
    .where('accountId', '=', of.accountId)
    .where('key', '=', of.key)
    .executeTakeFirst()
  if (!row?.requestHash.equals(of.requestHash)) throw new AppError('idempotency_conflict')
  return respond(row.status ?? 200, row.answer)
}

const forgetExpired = (tx: Tx, of: IdempotentRequest, now: Date) =>
  tx
    .deleteFrom('idempotencyKey')
    .where('accountId', '=', of.accountId)
    .where('key', '=', of.key)
    .where('createdAt', '<', after(now, -hoursMs(limits.idempotencyHours)))
    .execute()

/** Removes keys past their day; runs from cron. */
export const deleteExpiredKeys = (db: Database, now: Date) =>
  sql`delete from idempotency_key where created_at < ${after(now, -hoursMs(limits.idempotencyHours))}`.execute(
    db.query,
  )
