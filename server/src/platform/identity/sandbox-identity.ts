import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { after, type Clock, minutesMs, type NewId } from '../clock.ts'
import { type Identity, IdentityError, type IdentityProvider, type SignInAttempt } from './identity.ts'

type Deps = { secret: Uint8Array; clock: Clock; newId: NewId }

/** What the browser brings to the stand-in's page, and what the code is bound to. */
export type SandboxRequest = { state: string; nonce: string; challenge: string }
type Grant = { id: string; identity: Identity; nonce: string; challenge: string; expiresAt: string }

const codeMinutes = 1
export const sandboxSignInPath = '/sandbox/google'

/** With the codes that were taken, until they expire. */
type Sandbox = Deps & { spent: Map<string, Date> }

/** The DEMO's stand-in for the identity provider: it signs its codes itself and takes each of them once. */
export function createSandboxIdentity(deps: Deps) {
  const sandbox: Sandbox = { ...deps, spent: new Map() }
  const provider: IdentityProvider = {
    issuer: 'sandbox',

    async authorizationUrl(attempt) {
      const challenge = challengeOf(attempt.codeVerifier)
      const query = new URLSearchParams({ state: attempt.state, nonce: attempt.nonce, challenge })
      // Relative: the page is ours, under whatever name the browser knows us by.
      return `${sandboxSignInPath}?${query}`
    },

    exchange: async (answer, attempt) => exchange(sandbox, answer, attempt),
  }
  return {
    provider,

    /** A code for whoever was chosen on the page. */
    grant: (request: SandboxRequest, person: Omit<Identity, 'subject'>) =>
      write(deps, {
        id: deps.newId(),
        identity: { ...person, subject: person.email.toLowerCase() },
        nonce: request.nonce,
        challenge: request.challenge,
        expiresAt: after(deps.clock.now(), minutesMs(codeMinutes)).toISOString(),
      }),
  }
}
export type SandboxIdentity = ReturnType<typeof createSandboxIdentity>

const challengeOf = (codeVerifier: string) => createHash('sha256').update(codeVerifier).digest('base64url')

const sign = ({ secret }: Deps, text: string) =>
  createHmac('sha256', secret).update('sandbox-identity\0').update(text).digest('base64url')

function write(deps: Deps, grant: Grant) {
  const text = Buffer.from(JSON.stringify(grant)).toString('base64url')
  return `${text}.${sign(deps, text)}`
}

function read(deps: Deps, code: string): Grant | undefined {
  const [text = '', proof = ''] = code.split('.')
  const expected = Buffer.from(sign(deps, text))
  const given = Buffer.from(proof)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Grant
}

function exchange(sandbox: Sandbox, answer: URL, attempt: SignInAttempt): Identity {
  if (answer.searchParams.get('state') !== attempt.state) throw new IdentityError('refused')
  if (answer.searchParams.get('error') === 'access_denied') throw new IdentityError('cancelled')
  const grant = read(sandbox, answer.searchParams.get('code') ?? '')
  if (!grant || grant.nonce !== attempt.nonce || grant.challenge !== challengeOf(attempt.codeVerifier)) {
    throw new IdentityError('refused')
  }
  spend(sandbox, grant)
  return grant.identity
}

function spend({ clock, spent }: Sandbox, grant: Grant) {
  const now = clock.now()
  for (const [id, expiresAt] of spent) if (expiresAt < now) spent.delete(id)
  const expiresAt = new Date(grant.expiresAt)
  if (expiresAt < now || spent.has(grant.id)) throw new IdentityError('refused')
  spent.set(grant.id, expiresAt)
}
