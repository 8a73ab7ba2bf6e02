import * as client from 'openid-client'
import type { Timeouts } from '../timeouts.ts'
import { type Identity, IdentityError, type IdentityProvider, type SignInAttempt } from './identity.ts'

export type OpenIdConfig = { clientId: string; clientSecret: string; issuer: string }
export type OpenIdProvider = IdentityProvider & {
  /** Reads the issuer's description. @throws with what went wrong */
  discover(): Promise<unknown>
}

const scope = 'openid email profile'

/** Any OpenID Connect issuer; Google is one. */
export function createOpenIdProvider(
  config: OpenIdConfig,
  timeouts: Pick<Timeouts, 'issuerMs'>,
): OpenIdProvider {
  let known: Promise<client.Configuration> | undefined
  const read = () => discover(config, timeouts)

  /** Asked for when first needed, so that a start does not depend on it; a failure is not remembered. */
  async function configuration() {
    known ??= read().catch(read)
    try {
      return await known
    } catch (error) {
      known = undefined
      throw new IdentityError('unavailable', { cause: error })
    }
  }

  return {
    issuer: config.issuer,
    discover: read,
    authorizationUrl: async (attempt, redirectUri) =>
      authorizationUrlOf(await configuration(), attempt, redirectUri),
    exchange: async (answer, attempt) => exchange(await configuration(), answer, attempt),
  }
}

const discover = (
  { clientId, clientSecret, issuer }: OpenIdConfig,
  { issuerMs }: Pick<Timeouts, 'issuerMs'>,
) =>
  client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: issuerMs / 1000,
    execute: [
      // The ID token's signature counts, not only the connection on which it came.
      client.enableNonRepudiationChecks,
      // The configuration lets a plain http issuer through on loopback only: for tests.
      ...(issuer.startsWith('http://') ? [client.allowInsecureRequests] : []),
    ],
  })

const authorizationUrlOf = async (
  config: client.Configuration,
  attempt: SignInAttempt,
  redirectUri: string,
): Promise<string> =>
  client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: 'S256',
  }).href

async function exchange(
  config: client.Configuration,
  answer: URL,
  attempt: SignInAttempt,
): Promise<Identity> {
  try {
    const tokens = await client.authorizationCodeGrant(config, answer, {
      pkceCodeVerifier: attempt.codeVerifier,
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    // Google puts the address into the ID token; other issuers give it at the userinfo endpoint only.
    return identityOf(
      claims.email === undefined
        ? { ...claims, ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)) }
        : claims,
      config.serverMetadata().issuer,
    )
  } catch (error) {
    throw failureOf(error)
  }
}

/** Exported for the tests, which cannot have an answer of Google's own issuer. */
export function identityOf(claims: Record<string, unknown> & { sub: string }, issuer: string): Identity {
  const text = (name: string) => (typeof claims[name] === 'string' ? (claims[name] as string).trim() : '')
  const email = text('email')
  if (!email) throw new IdentityError('refused')
  return {
    subject: claims.sub,
    email,
    isEmailVerified: claims.email_verified === true,
    isEmailCurrent: claims.email_verified === true && (issuer !== google || isOfGoogle(email, text('hd'))),
    firstName: text('given_name') || text('name') || email.split('@')[0]!,
    lastName: text('family_name'),
  }
}

const google = 'https://accounts.google.com'

/**
 * Google asks for a code once where somebody else runs the mailbox, and never again: it may have another owner since.
 * Source: "Verify the Google ID token on your server side", on `email_verified` and `hd`.
 */
const isOfGoogle = (email: string, hostedDomain: string) =>
  hostedDomain !== '' || /@g(?:oogle)?mail\.com$/i.test(email)

function failureOf(error: unknown) {
  if (error instanceof IdentityError) return error
  if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied') {
    return new IdentityError('cancelled', { cause: error })
  }
  const isNetwork = error instanceof TypeError || (error as Error).name === 'TimeoutError'
  const isTimeout = (error as { code?: string }).code === 'OAUTH_TIMEOUT'
  return new IdentityError(isNetwork || isTimeout ? 'unavailable' : 'refused', { cause: error })
}
