import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInParts } from '../../platform/db/parts.ts'
import { prepared, preparedOne } from '../../platform/db/prepared-statements.ts'

export type NewSession = {
  id: string
  accountId: string
  tokenHash: Buffer
  device: string
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

export const insertSession = (db: Db, session: NewSession) =>
  db.insertInto('loginSession').values(session).execute()

/** What a sign-in was let in by: the password that was right, null for accounts without one; absent where none was asked. */
export type LetInBy = { id: string; passwordHash?: string | null }

/**
 * The account, unless it was blocked, erased or given another password since it was looked at. Locked for reading, so
 * that whoever changes that waits, and then finds the session to be ended; or has been quicker, and there is none.
 */
const stillLetIn = (db: Pick<Db, 'selectFrom'>, { id, passwordHash }: LetInBy) =>
  db
    .selectFrom('account')
    .select('account.id')
    .where('account.id', '=', id)
    .where('account.isBlocked', '=', false)
    .where('account.deletedAt', 'is', null)
    .$if(passwordHash !== undefined, (query) =>
      query.where(sql<boolean>`account.password_hash is not distinct from ${passwordHash}::text`),
    )
    .forShare()

export const lockLetIn = async (db: Db, by: LetInBy) =>
  (await stillLetIn(db, by).executeTakeFirst()) !== undefined

/** In the statement below: whether the account is still let in, from a device that is known. */
export const isLetIn = sql<boolean>`exists (select from let_in) and exists (select from seen)`

type KnownDevice = { deviceName: string; by: LetInBy; refund: RawBuilder<object> }

/**
 * By one statement, as most sign-ins are. @param refund what is to be done with it, on the condition `isLetIn`
 * @returns false, with no session, where the device is not known yet
 */
export const insertSessionOfKnownDevice = async (
  db: Db,
  session: NewSession,
  { deviceName, by, refund }: KnownDevice,
) =>
  (await preparedOne(
    db,
    db
      .with('letIn', (of) => stillLetIn(of, by))
      .with('seen', (of) =>
        of
          .updateTable('knownDevice')
          .set({ lastSeenAt: session.createdAt })
          .where('accountId', '=', session.accountId)
          .where('device', '=', deviceName)
          .returning('accountId'),
      )
      .with('refunded', () => sql<object>`(${refund})`)
      .insertInto('loginSession')
      .columns(['id', 'accountId', 'tokenHash', 'device', 'createdAt', 'lastSeenAt', 'expiresAt'])
      .expression((of) =>
        of
          .selectFrom('seen')
          .innerJoin('letIn', 'letIn.id', 'seen.accountId')
          .select([
            sql<string>`${session.id}::uuid`.as('id'),
            'seen.accountId',
            sql<Buffer>`${session.tokenHash}::bytea`.as('tokenHash'),
            sql<string>`${session.device}::text`.as('device'),
            sql<Date>`${session.createdAt}::timestamptz`.as('createdAt'),
            sql<Date>`${session.lastSeenAt}::timestamptz`.as('lastSeenAt'),
            sql<Date>`${session.expiresAt}::timestamptz`.as('expiresAt'),
          ]),
      )
      .returning('id'),
  )) !== undefined

/** The session with its account's state, locked, so that two refreshes of one family take turns. */
export const lockSession = (db: Db, sessionId: string, now: Date) =>
  preparedOne(
    db,
    db
      .selectFrom('loginSession as session')
      .innerJoin('account', 'account.id', 'session.accountId')
      .select([
        'session.id',
        'session.accountId',
        'session.generation',
        'session.supersededAt',
        'session.tokenHash',
        'session.createdAt',
        'account.role',
        'account.isBlocked',
      ])
      .where('session.id', '=', sessionId)
      .where('session.expiresAt', '>', now)
      .forUpdate('session'),
  )

export type LockedSession = NonNullable<Awaited<ReturnType<typeof lockSession>>>

export type RotatedSession = {
  id: string
  generation: number
  tokenHash: Buffer
  supersededAt: Date[]
  now: Date
  expiresAt: Date
}

export const rotateSession = (db: Db, next: RotatedSession) =>
  prepared(
    db,
    db
      .updateTable('loginSession')
      .set({
        generation: next.generation,
        tokenHash: next.tokenHash,
        supersededAt: sql<Date[]>`${next.supersededAt}::timestamptz[]`,
        lastSeenAt: next.now,
        expiresAt: next.expiresAt,
      })
      .where('id', '=', next.id),
  )

export const deleteSession = (db: Db, sessionId: string) =>
  db.deleteFrom('loginSession').where('id', '=', sessionId).execute()

export const deleteSessionsOf = (db: Db, accountId: string) =>
  db.deleteFrom('loginSession').where('accountId', '=', accountId).execute()

export const deleteExpiredSessions = (db: Db, now: Date) =>
  deleteInParts(db, 'loginSession', sql`expires_at < ${now}`)

/** Those of the sessions that have not ended. */
export const aliveSessions = async (db: Db, sessionIds: readonly string[], now: Date) =>
  new Set(
    (
      await prepared(
        db,
        db
          .selectFrom('loginSession')
          .select('id')
          .where('id', '=', anyOf(sessionIds))
          .where('expiresAt', '>', now),
      )
    ).map(({ id }) => id),
  )

/** Keeps those that are there from being deleted before the transaction ends; refreshing them goes on. */
export const lockSessions = async (db: Db, sessionIds: readonly string[]) =>
  new Set(
    (
      await prepared(
        db,
        db
          .selectFrom('loginSession')
          .select('id')
          .where('id', '=', anyOf(sessionIds))
          .orderBy('id')
          .forKeyShare(),
      )
    ).map(({ id }) => id),
  )

export const revokedSince = (db: Db, since: Date) =>
  db.selectFrom('revokedSession').select('sessionId').where('revokedAt', '>', since).execute()

export const deleteOldRevocations = (db: Db, before: Date) =>
  deleteInParts(db, 'revokedSession', sql`revoked_at < ${before}`)

export const deleteOtherSessions = (db: Db, accountId: string, keptId: string) =>
  db.deleteFrom('loginSession').where('accountId', '=', accountId).where('id', '!=', keptId).execute()

export const deleteSessionOf = (db: Db, accountId: string, sessionId: string) =>
  db
    .deleteFrom('loginSession')
    .where('accountId', '=', accountId)
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst()

export const findSessionsOf = (db: Db, accountId: string, now: Date) =>
  db
    .selectFrom('loginSession')
    .select(['id', 'device', 'createdAt', 'lastSeenAt'])
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .limit(500)
    .execute()
