import type { MemberRole, Role } from '@marga/contract/roles'

/** Who is calling, as the token says and nothing else does. */
export type Actor<R extends Role = Role> = { id: string; role: R; sessionId: string }

/** Somebody who meets others in sessions. */
export type Member = Actor<MemberRole>

/** Runs what somebody asked for; nothing in it is written once their session has ended. */
export type RunAsSession = <T>(actor: Actor, work: () => Promise<T>) => Promise<T>

/**
 * The account behind an access token. `isFresh` asks the session's row even when no revocation is
 * known, so that nothing is written for a session that has just ended.
 * @throws AppError unauthenticated
 */
export type Identify = (token: string | undefined, isFresh?: boolean) => Promise<Actor>
