import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type GooglePerson = {
  email: string
  email_verified: boolean
  given_name: string
  family_name: string
}

const client = { id: 'marga-journeys', secret: 'a secret between the two' }

/**
 * A certified OpenID Connect provider on loopback with a page on which its visitor picks a person,
 * or goes back. The way back to the product is set by `trust` once the product's address is known.
 */
export async function startIssuer() {
  const people = new Map<string, GooglePerson>()
  let provider: Provider
  let wayBack = ''
  let keepAnswer: ((address: string) => void) | undefined

  async function showPeople(response: ServerResponse) {
    const buttons = [...people.keys()].map(
      (sub) => `<p><button name="sub" value="${sub}">Continue as ${sub}</button></p>`,
    )
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<!doctype html><html lang="en"><title>Choose an account</title><h1>Choose an account</h1>
      <form method="post">${buttons.join('')}<p><button name="sub" value="">Cancel</button></p></form></html>`,
    )
  }

  async function finish(request: IncomingMessage, response: ServerResponse) {
    const { params } = await provider.interactionDetails(request, response)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const sub = new URLSearchParams(Buffer.concat(chunks).toString()).get('sub')
    const options = { mergeWithLastSubmission: false }
    if (!sub) {
      const refusal = { error: 'access_denied', error_description: 'The person went back.' }
      return provider.interactionFinished(request, response, refusal, options)
    }
    const grant = new provider.Grant({ accountId: sub, clientId: client.id })
    grant.addOIDCScope(params.scope!)
    const result = { login: { accountId: sub }, consent: { grantId: await grant.save() } }
    return provider.interactionFinished(request, response, result, options)
  }

  /** Shows the answer instead of sending the browser back with it. */
  function holdBack(response: ServerResponse, keep: (address: string) => void) {
    const end = response.end.bind(response)
    response.end = ((...args: Parameters<typeof end>) => {
      const address = String(response.getHeader('location') ?? '')
      if (address.startsWith(wayBack)) {
        response.removeHeader('location')
        response.statusCode = 200
        keepAnswer = undefined
        keep(address)
      }
      return end(...args)
    }) as typeof response.end
  }

  const server = createServer((request, response) => {
    if (keepAnswer) holdBack(response, keepAnswer)
    const isInteraction = request.url?.startsWith('/interaction/')
    if (isInteraction && request.method === 'GET') return void showPeople(response)
    return void (isInteraction ? finish(request, response) : provider.callback()(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    env: { GOOGLE_CLIENT_ID: client.id, GOOGLE_CLIENT_SECRET: client.secret, GOOGLE_ISSUER: url },
    trust(redirectUri: string) {
      wayBack = redirectUri
      provider = new Provider(url, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: [redirectUri],
            response_types: ['code'],
            grant_types: ['authorization_code'],
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
        findAccount: (_context: unknown, sub: string) => ({
          accountId: sub,
          claims: async () => ({ sub, ...people.get(sub) }),
        }),
        interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        features: { devInteractions: { enabled: false } },
        pkce: { required: () => true },
        cookies: { keys: ['only for journeys'] },
        ttl: {
          Session: 600,
          Interaction: 600,
          Grant: 600,
          AccessToken: 600,
          IdToken: 600,
          AuthorizationCode: 60,
        },
      })
    },
    /** Makes somebody known there under this subject, offered on its page from now on. */
    add(sub: string, person: GooglePerson) {
      people.set(sub, person)
    },
    /** The next answer stays here. @returns the address that the browser would have been sent to */
    nextAnswer: () =>
      new Promise<string>((resolve) => {
        keepAnswer = resolve
      }),
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
export type Issuer = Awaited<ReturnType<typeof startIssuer>>
