import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { after, type Clock, minutesMs, type NewId } from '../clock.ts'
import { type Identity, IdentityError, type IdentityProvider } from './identity.ts'

type Deps = { secret: Uint8Array; clock: Clock; newId: NewId }

/** What the browser brings to the stand-in's page, and what the code is bound to. */
export type SandboxRequest = { state: string; nonce: string; challenge: string }
type Grant = { id: string; identity: Identity; nonce: string; challenge: string; expiresAt: string }

const codeMinutes = 1
export const sandboxSignInPath = '/sandbox/google'

/** The DEMO's stand-in for the identity provider: it signs its codes itself and takes each of them once. */
export function createSandboxIdentity({ secret, clock, newId }: Deps) {
  const spent = new Map<string, Date>()
  const sign = (text: string) =>
    createHmac('sha256', secret).update('sandbox-identity\0').update(text).digest('base64url')

  function write(grant: Grant) {
    const text = Buffer.from(JSON.stringify(grant)).toString('base64url')
    return `${text}.${sign(text)}`
  }
  function read(code: string): Grant | undefined {
    const [text = '', proof = ''] = code.split('.')
    const expected = Buffer.from(sign(text))
    const given = Buffer.from(proof)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Grant
  }
  function spend(grant: Grant) {
    const now = clock.now()
    for (const [id, expiresAt] of spent) if (expiresAt < now) spent.delete(id)
    const expiresAt = new Date(grant.expiresAt)
    if (expiresAt < now || spent.has(grant.id)) throw new IdentityError('refused')
    spent.set(grant.id, expiresAt)
  }

  const provider: IdentityProvider = {
    issuer: 'sandbox',

    async authorizationUrl(attempt) {
      const challenge = createHash('sha256').update(attempt.codeVerifier).digest('base64url')
      const query = new URLSearchParams({ state: attempt.state, nonce: attempt.nonce, challenge })
      // Relative: the page is ours, under whatever name the browser knows us by.
      return `${sandboxSignInPath}?${query}`
    },

    async exchange(answer, attempt) {
      if (answer.searchParams.get('state') !== attempt.state) throw new IdentityError('refused')
      if (answer.searchParams.get('error') === 'access_denied') throw new IdentityError('cancelled')
      const grant = read(answer.searchParams.get('code') ?? '')
      const challenge = createHash('sha256').update(attempt.codeVerifier).digest('base64url')
      if (!grant || grant.nonce !== attempt.nonce || grant.challenge !== challenge) {
        throw new IdentityError('refused')
      }
      spend(grant)
      return grant.identity
    },
  }

  return {
    provider,

    /** A code for whoever was chosen on the page. */
    grant: (request: SandboxRequest, person: Omit<Identity, 'subject'>) =>
      write({
        id: newId(),
        identity: { ...person, subject: person.email.toLowerCase() },
        nonce: request.nonce,
        challenge: request.challenge,
        expiresAt: after(clock.now(), minutesMs(codeMinutes)).toISOString(),
      }),
  }
}
export type SandboxIdentity = ReturnType<typeof createSandboxIdentity>
