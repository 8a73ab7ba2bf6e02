import { createSecretKey } from 'node:crypto'
import { limits } from '@marga/contract/limits'
import type { Role } from '@marga/contract/roles'
import { roles } from '@marga/contract/roles'
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import { AppError } from './errors.ts'

export type AccessTokens = {
  issue(actor: Actor): Promise<string>
  /** @throws AppError unauthenticated */
  read(token: string): Promise<Actor>
}

const issuer = 'marga'
/** A page sends the same token with each of its requests: its signature is checked once. */
const rememberedMax = 10_000

export function createAccessTokens({ secret, clock }: { secret: Uint8Array; clock: Clock }): AccessTokens {
  const key = createSecretKey(secret)
  const proven = new Map<string, { actor: Actor; expiresAtMs: number }>()

  function remember(token: string, actor: Actor, expiresAtMs: number) {
    if (proven.size >= rememberedMax) proven.delete(proven.keys().next().value!)
    proven.set(token, { actor, expiresAtMs })
  }

  return {
    issue(actor) {
      const seconds = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ role: actor.role, sid: actor.sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setSubject(actor.id)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + limits.accessTokenMinutes * 60)
        .sign(key)
    },
    async read(token) {
      const known = proven.get(token)
      if (known) {
        if (known.expiresAtMs > clock.now().getTime()) return known.actor
        proven.delete(token)
        throw unauthenticated()
      }
      try {
        const { payload } = await jwtVerify(token, key, {
          issuer,
          algorithms: ['HS256'],
          typ: 'at+jwt',
          currentDate: clock.now(),
        })
        const { sub, role, sid, exp } = payload
        if (
          typeof sub !== 'string' ||
          typeof sid !== 'string' ||
          exp === undefined ||
          !roles.includes(role as Role)
        )
          throw unauthenticated()
        const actor = { id: sub, role: role as Role, sessionId: sid }
        remember(token, actor, exp * 1000)
        return actor
      } catch (error) {
        if (error instanceof joseErrors.JOSEError) throw unauthenticated()
        throw error
      }
    },
  }
}

export const unauthenticated = () => new AppError('unauthenticated')
