import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { limits } from '@marga/contract/limits'
import type { Role } from '@marga/contract/roles'
import { roles } from '@marga/contract/roles'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import { AppError } from './errors.ts'

export type AccessTokens = {
  issue(actor: Actor): string
  /** @throws AppError unauthenticated */
  read(token: string): Actor
}

const issuer = 'marga'
/** A page sends the same token with each of its requests: its signature is checked once. */
const rememberedMax = 10_000
/** The only one that we write and take, to the letter: a token cannot choose how it is checked. */
const header = encode({ alg: 'HS256', typ: 'at+jwt' })

type Claims = { iss: string; sub: string; role: Role; sid: string; iat: number; exp: number }

/**
 * JSON Web Tokens (RFC 7519, RFC 9068's type) signed by HMAC-SHA-256. Made here and not by a library, whose
 * web-standard way of signing takes a turn of the thread pool for what node:crypto does at once.
 */
export function createAccessTokens({ secret, clock }: { secret: Uint8Array; clock: Clock }): AccessTokens {
  const key = createSecretKey(secret)
  const proven = new Map<string, { actor: Actor; expiresAtMs: number }>()

  function remember(token: string, actor: Actor, expiresAtMs: number) {
    if (proven.size >= rememberedMax) proven.delete(proven.keys().next().value!)
    proven.set(token, { actor, expiresAtMs })
  }

  return {
    issue({ id, role, sessionId }) {
      const iat = Math.floor(clock.now().getTime() / 1000)
      const exp = iat + limits.accessTokenMinutes * 60
      const claims: Claims = { iss: issuer, sub: id, role, sid: sessionId, iat, exp }
      const signed = `${header}.${encode(claims)}`
      return `${signed}.${sign(key, signed).toString('base64url')}`
    },
    read(token) {
      const nowMs = clock.now().getTime()
      const known = proven.get(token)
      if (known) {
        if (known.expiresAtMs > nowMs) return known.actor
        proven.delete(token)
        throw unauthenticated()
      }
      const { sub, role, sid, exp } = readClaims(key, token)
      if (exp * 1000 <= nowMs) throw unauthenticated()
      const actor = { id: sub, role, sessionId: sid }
      remember(token, actor, exp * 1000)
      return actor
    },
  }
}

function readClaims(key: KeyObject, token: string): Claims {
  const [head, payload, signature, ...more] = token.split('.')
  if (head !== header || !payload || !signature || more.length > 0) throw unauthenticated()
  const wanted = sign(key, `${head}.${payload}`)
  const given = Buffer.from(signature, 'base64url')
  // Compared as text, too: the decoder takes letters that mean nothing, and one token has one form.
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw unauthenticated()
  if (wanted.toString('base64url') !== signature) throw unauthenticated()
  const claims = parseClaims(payload)
  const isWhole =
    claims.iss === issuer &&
    typeof claims.sub === 'string' &&
    typeof claims.sid === 'string' &&
    typeof claims.exp === 'number' &&
    roles.includes(claims.role as Role)
  if (!isWhole) throw unauthenticated()
  return claims as Claims
}

function parseClaims(payload: string): Partial<Claims> {
  try {
    return (JSON.parse(Buffer.from(payload, 'base64url').toString()) ?? {}) as Partial<Claims>
  } catch {
    throw unauthenticated()
  }
}

const sign = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest()

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

export const unauthenticated = () => new AppError('unauthenticated')
