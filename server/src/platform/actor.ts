import type { Role } from '@marga/contract/roles'

/** Who is calling, as the token says and nothing else does. */
export type Actor<R extends Role = Role> = { id: string; role: R; sessionId: string }

/**
 * The account behind an access token. `isFresh` asks the session's row even when no revocation is
 * known, so that nothing is written for a session that has just ended.
 * @throws AppError unauthenticated
 */
export type Identify = (token: string | undefined, isFresh?: boolean) => Promise<Actor>
