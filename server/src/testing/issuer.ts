import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type IssuerPerson = {
  sub: string
  email: string
  email_verified: boolean
  given_name?: string
  family_name?: string
  name?: string
}

export const issuerClient = { clientId: 'marga-tests', clientSecret: 'a secret between the two' }

/** A certified OpenID Connect provider on loopback, whose visitor is always the person that was set. */
export async function startIssuer(redirectUri: string) {
  let visitor: IssuerPerson | 'cancels' = 'cancels'
  const people = new Map<string, IssuerPerson>()
  let isDown = false
  let claimsChanged: object | undefined
  let provider: Provider

  async function interact(request: IncomingMessage, response: ServerResponse) {
    const { params } = await provider.interactionDetails(request, response)
    const merge = { mergeWithLastSubmission: false }
    if (visitor === 'cancels') {
      const refusal = { error: 'access_denied', error_description: 'The person went back.' }
      return provider.interactionFinished(request, response, refusal, merge)
    }
    const grant = new provider.Grant({ accountId: visitor.sub, clientId: params.client_id! })
    grant.addOIDCScope(params.scope!)
    const result = { login: { accountId: visitor.sub }, consent: { grantId: await grant.save() } }
    return provider.interactionFinished(request, response, result, merge)
  }

  const server = createServer((request, response) => {
    if (isDown) return request.socket.destroy()
    if (request.url?.startsWith('/interaction/')) return void interact(request, response)
    if (claimsChanged && request.url === '/token') forge(response, claimsChanged)
    return void provider.callback()(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = new Provider(url, {
    clients: [
      {
        client_id: issuerClient.clientId,
        client_secret: issuerClient.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ ...people.get(sub) }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    cookies: { keys: ['only for tests'] },
    ttl: {
      Session: 600,
      Interaction: 600,
      Grant: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
  })

  return {
    url,
    /** Who sits before the browser. */
    visit(next: IssuerPerson | 'cancels') {
      visitor = next
      if (next !== 'cancels') people.set(next.sub, next)
    },
    /** From now on others than the issuer has signed stand in its ID tokens. */
    forgeTokens(claims: object | undefined) {
      claimsChanged = claims
    },
    setDown(next: boolean) {
      isDown = next
    },
    /** Goes through the provider's pages as a browser would. @returns the address it is sent back to */
    async browse(authorizationUrl: string): Promise<string> {
      const jar = new Map<string, string>()
      let address = authorizationUrl
      for (let hops = 0; hops < 10 && !address.startsWith(redirectUri); hops++) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
        for (const line of response.headers.getSetCookie()) {
          const [name, value] = line.split(';')[0]!.split('=')
          jar.set(name!, value!)
        }
        const next = response.headers.get('location')
        if (!next) throw new Error(`the issuer answered ${response.status}: ${await response.text()}`)
        address = new URL(next, address).href
      }
      return address
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Puts other claims into the ID token of an answer; its signature stays as it was. */
function forge(response: ServerResponse, claims: object) {
  const end = response.end.bind(response) as (body: string) => ServerResponse
  response.end = ((body: string | Buffer) => {
    const tokens = JSON.parse(String(body)) as { id_token: string }
    const [head, payload, signature] = tokens.id_token.split('.')
    const changed = { ...JSON.parse(Buffer.from(payload!, 'base64url').toString()), ...claims }
    const text = Buffer.from(JSON.stringify(changed)).toString('base64url')
    const forged = JSON.stringify({ ...tokens, id_token: `${head}.${text}.${signature}` })
    response.setHeader('content-length', Buffer.byteLength(forged))
    return end(forged)
  }) as ServerResponse['end']
}
export type Issuer = Awaited<ReturnType<typeof startIssuer>>
