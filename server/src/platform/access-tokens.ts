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

export function createAccessTokens({ secret, clock }: { secret: Uint8Array; clock: Clock }): AccessTokens {
  return {
    issue(actor) {
      const seconds = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ role: actor.role, sid: actor.sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setSubject(actor.id)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + limits.accessTokenMinutes * 60)
        .sign(secret)
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, secret, {
          issuer,
          algorithms: ['HS256'],
          typ: 'at+jwt',
          currentDate: clock.now(),
        })
        const { sub, role, sid } = payload
        if (typeof sub !== 'string' || typeof sid !== 'string' || !roles.includes(role as Role))
          throw unauthenticated()
        return { id: sub, role: role as Role, sessionId: sid }
      } catch (error) {
        if (error instanceof joseErrors.JOSEError) throw unauthenticated()
        throw error
      }
    },
  }
}

export const unauthenticated = () => new AppError('unauthenticated')
