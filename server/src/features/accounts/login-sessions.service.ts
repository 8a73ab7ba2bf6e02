import type { TokenPair } from '@marga/contract/accounts'
import { deviceName } from '@marga/contract/device-names'
import { limits } from '@marga/contract/limits'
import type { LoginSession } from '@marga/contract/login-sessions'
import type { Role } from '@marga/contract/roles'
import { type AccessTokens, unauthenticated } from '../../platform/access-tokens.ts'
import type { Actor } from '../../platform/actor.ts'
import type { AttemptKey, AttemptLimiter } from '../../platform/attempt-limiter.ts'
import { after, type Clock, daysMs, type NewId, secondsMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { KnownDevices } from './known-devices.service.ts'
import { presentLoginSession } from './login-sessions.presenter.ts'
import * as queries from './login-sessions.queries.ts'
import { hashToken, type RefreshTokens } from './refresh-tokens.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  accessTokens: AccessTokens
  refreshTokens: RefreshTokens
  attempts: AttemptLimiter
  knownDevices: KnownDevices
}

type LetInAccount = queries.LetInBy & { role: Role }
type SessionTokens = { bearer: string | undefined; refreshToken: string | undefined }

/** How many of the newest generations a racing tab may still present. */
const rememberedGenerations = 8

export function createLoginSessions(deps: Deps) {
  const { db, clock } = deps
  return {
    /** @param spent tries that were no guesses if the session is opened, and are given back with it */
    open: (account: LetInAccount, device: string, spent: readonly AttemptKey[] = []) =>
      open(deps, { account, device, spent }),
    refresh: (role: Role, token: string) => refresh(deps, role, token),
    hold,

    /** The same for several people at once. @returns the sessions that are held; the others have ended */
    lockAll: (tx: Tx, actors: readonly Actor[]): Promise<Set<string>> =>
      queries.lockSessions(tx, [...new Set(actors.map(({ sessionId }) => sessionId))]),

    list: async (actor: Actor): Promise<LoginSession[]> =>
      (await queries.findSessionsOf(db.query, actor.id, clock.now())).map((row) =>
        presentLoginSession(row, actor),
      ),

    /** Ends every session of an account, inside the transaction that says why. */
    endAll: (tx: Tx, accountId: string) => queries.deleteSessionsOf(tx, accountId),

    /** Ends every session of the caller but the one that asks. */
    endOthers: (tx: Tx, actor: Actor) => queries.deleteOtherSessions(tx, actor.id, actor.sessionId),
    endAllOthers: (actor: Actor) => queries.deleteOtherSessions(db.query, actor.id, actor.sessionId),

    /** @throws AppError not_found */
    async endOne(actor: Actor, sessionId: string) {
      if (!(await queries.deleteSessionOf(db.query, actor.id, sessionId))) throw new AppError('not_found')
    },

    end: (tokens: SessionTokens) => end(deps, tokens),
  }
}
export type LoginSessions = ReturnType<typeof createLoginSessions>

type Opening = { account: LetInAccount; device: string; spent: readonly AttemptKey[] }

/** @returns undefined when whoever is let in has been shut out meanwhile */
async function open(deps: Deps, { account, device, spent }: Opening): Promise<TokenPair | undefined> {
  const { db, clock, newId, attempts, knownDevices } = deps
  const now = clock.now()
  const actor: Actor = { id: account.id, role: account.role, sessionId: newId() }
  const tokens = await pair(deps, actor, 1)
  const session = {
    id: actor.sessionId,
    accountId: account.id,
    tokenHash: hashToken(tokens.refreshToken),
    device,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: expiry(now, now),
  }
  const known = {
    deviceName: deviceName(device),
    by: account,
    refund: attempts.refunding(spent, queries.isLetIn),
  }
  if (await queries.insertSessionOfKnownDevice(db.query, session, known)) return tokens
  return db.transact(async (tx) => {
    if (!(await queries.lockLetIn(tx, account))) return undefined
    await queries.insertSession(tx, session)
    await knownDevices.note(tx, account.id, device)
    await attempts.refund(...spent)
    return tokens
  })
}

/** Without use a session ends sooner, and some time after the sign-in in any case. */
const expiry = (now: Date, createdAt: Date) =>
  new Date(
    Math.min(
      after(now, daysMs(limits.sessionIdleDays)).getTime(),
      after(createdAt, daysMs(limits.sessionMaxDays)).getTime(),
    ),
  )

async function pair(
  { accessTokens, refreshTokens }: Deps,
  actor: Actor,
  generation: number,
): Promise<TokenPair> {
  return {
    accessToken: accessTokens.issue(actor),
    refreshToken: refreshTokens.write({ sessionId: actor.sessionId, generation }),
  }
}

/**
 * A new pair for a refresh token. One that was superseded more than 30 s ago was stolen or
 * replayed: its whole family ends. @throws AppError unauthenticated
 */
async function refresh(deps: Deps, role: Role, token: string): Promise<TokenPair> {
  const { db, clock, refreshTokens } = deps
  const presented = refreshTokens.read(token)
  if (!presented) throw unauthenticated()
  const rotated = await db.transact(async (tx) => {
    const now = clock.now()
    const session = await queries.lockSession(tx, presented.sessionId, now)
    if (!session || session.role !== role || session.isBlocked) return undefined
    const actor: Actor = { id: session.accountId, role: session.role, sessionId: session.id }
    if (presented.generation === session.generation && session.tokenHash.equals(hashToken(token)))
      return rotate(deps, tx, session, actor, now)
    // Given only once the row had said so, and nobody else can write it: a restore has taken the row back.
    if (presented.generation > session.generation)
      return rotate(deps, tx, { ...session, generation: presented.generation, supersededAt: [] }, actor, now)
    if (isRacing(presented.generation, session, now)) return pair(deps, actor, session.generation)
    await queries.deleteSession(tx, session.id)
    return undefined
  })
  if (!rotated) throw unauthenticated()
  return rotated
}

/** The next generation of a session's tokens. */
async function rotate(
  deps: Deps,
  tx: Tx,
  session: queries.LockedSession,
  actor: Actor,
  now: Date,
): Promise<TokenPair> {
  const generation = session.generation + 1
  const tokens = await pair(deps, actor, generation)
  await queries.rotateSession(tx, {
    id: session.id,
    generation,
    tokenHash: hashToken(tokens.refreshToken),
    supersededAt: [...session.supersededAt, now].slice(-rememberedGenerations),
    now,
    expiresAt: expiry(now, session.createdAt),
  })
  return tokens
}

/**
 * For what a person must not do any more once they are shut out: whoever ends the session waits
 * for this transaction, and this one sees nothing of a session that has ended.
 * @throws AppError unauthenticated
 */
async function hold(tx: Tx, actor: Actor) {
  if (!(await queries.lockSessions(tx, [actor.sessionId])).has(actor.sessionId)) throw unauthenticated()
}

/** Ends the session that either token belongs to. @returns whether there was one to name */
async function end({ db, accessTokens, refreshTokens }: Deps, tokens: SessionTokens): Promise<boolean> {
  const named: string[] = []
  const refreshToken = tokens.refreshToken === undefined ? undefined : refreshTokens.read(tokens.refreshToken)
  if (refreshToken) named.push(refreshToken.sessionId)
  if (tokens.bearer !== undefined) {
    const actor = readOrNone(accessTokens, tokens.bearer)
    if (actor) named.push(actor.sessionId)
  }
  for (const sessionId of new Set(named)) await queries.deleteSession(db.query, sessionId)
  return named.length > 0
}

function isRacing(
  generation: number,
  session: { generation: number; supersededAt: Date[] },
  now: Date,
): boolean {
  const age = session.generation - generation
  const supersededAt = age >= 1 ? session.supersededAt.at(-age) : undefined
  return supersededAt !== undefined && after(supersededAt, secondsMs(limits.refreshGraceSeconds)) >= now
}

/** @returns undefined where it is none of ours, or has expired */
function readOrNone(accessTokens: AccessTokens, token: string): Actor | undefined {
  try {
    return accessTokens.read(token)
  } catch {
    return undefined
  }
}
