import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

export const issuerClient = { clientId: 'marga-tests', clientSecret: 'a secret between the two' }

const seconds = {
  Session: 600,
  Interaction: 600,
  Grant: 600,
  AccessToken: 600,
  IdToken: 600,
  AuthorizationCode: 60,
}

export async function startIssuer(redirectUri) {
  /** By subject. */
  const people = new Map()
  /** @type {{ visitor?: string, isDown: boolean, forged?: object, keepResponse?: (address: string) => void }} */
  const state = { isDown: false }
  let provider
  let wayBack = redirectUri

  const server = createServer((request, response) => {
    if (state.isDown) return request.socket.destroy()
    if (state.keepResponse) holdBack(response, wayBack, state)
    if (state.forged && request.url === '/token') forge(response, state.forged)
    if (request.url.startsWith('/interaction/'))
      return void interact(provider, { request, response, people, state })
    return void provider.callback()(request, response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${server.address().port}`
  if (redirectUri) provider = createProvider(url, redirectUri, people)

  return {
    url,
    env: {
      GOOGLE_CLIENT_ID: issuerClient.clientId,
      GOOGLE_CLIENT_SECRET: issuerClient.clientSecret,
      GOOGLE_ISSUER: url,
    },
    trust(address) {
      wayBack = address
      provider = createProvider(url, address, people)
    },
    add: (sub, person) => void people.set(sub, person),
    visit(next) {
      state.visitor = next === 'cancels' ? '' : next.sub
      if (next !== 'cancels') people.set(next.sub, next)
    },
    forgeTokens(claims) {
      state.forged = claims
    },
    setDown(next) {
      state.isDown = next
    },
    browse: (address) => browse(address, wayBack),
    nextResponse: () =>
      new Promise((resolve) => {
        state.keepResponse = resolve
      }),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function createProvider(url, redirectUri, people) {
  return new Provider(url, {
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
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    cookies: { keys: ['only for tests'] },
    ttl: seconds,
  })
}

/** The visitor that was set; otherwise a page asks who it is. */
async function interact(provider, { request, response, people, state }) {
  if (state.visitor !== undefined) return finish(provider, { request, response, sub: state.visitor })
  if (request.method === 'GET') return showPeople(response, [...people.keys()])
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const sub = new URLSearchParams(Buffer.concat(chunks).toString()).get('sub') ?? ''
  return finish(provider, { request, response, sub })
}

/** @param of.sub who signs in; empty for somebody who goes back */
async function finish(provider, { request, response, sub }) {
  const { params } = await provider.interactionDetails(request, response)
  const options = { mergeWithLastSubmission: false }
  if (!sub) {
    const refusal = { error: 'access_denied', error_description: 'The person went back.' }
    return provider.interactionFinished(request, response, refusal, options)
  }
  const grant = new provider.Grant({ accountId: sub, clientId: params.client_id })
  grant.addOIDCScope(params.scope)
  const result = { login: { accountId: sub }, consent: { grantId: await grant.save() } }
  return provider.interactionFinished(request, response, result, options)
}

function showPeople(response, subs) {
  const buttons = subs.map((sub) => `<p><button name="sub" value="${sub}">Continue as ${sub}</button></p>`)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
    `<!doctype html><html lang="en"><title>Choose an account</title><h1>Choose an account</h1>
    <form method="post">${buttons.join('')}<p><button name="sub" value="">Cancel</button></p></form></html>`,
  )
}

/** Shows the response instead of sending the browser back with it. */
function holdBack(response, wayBack, state) {
  const end = response.end.bind(response)
  response.end = (...args) => {
    const address = String(response.getHeader('location') ?? '')
    if (address.startsWith(wayBack) && state.keepResponse) {
      response.removeHeader('location')
      response.statusCode = 200
      state.keepResponse(address)
      state.keepResponse = undefined
    }
    return end(...args)
  }
}

/** Puts other claims into the ID token of a response; its signature stays as it was. */
function forge(response, claims) {
  const end = response.end.bind(response)
  response.end = (body) => {
    const tokens = JSON.parse(String(body))
    const [head, payload, signature] = tokens.id_token.split('.')
    const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims }
    const text = Buffer.from(JSON.stringify(changed)).toString('base64url')
    const forged = JSON.stringify({ ...tokens, id_token: `${head}.${text}.${signature}` })
    response.setHeader('content-length', Buffer.byteLength(forged))
    return end(forged)
  }
}

/** Goes through the provider's pages as a browser would. @returns the address it is sent back to */
async function browse(authorizationUrl, wayBack) {
  const cookies = new Map()
  let address = authorizationUrl
  for (let hops = 0; hops < 10 && !address.startsWith(wayBack); hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0].split('=')
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (!next) throw new Error(`the issuer answered ${response.status}: ${await response.text()}`)
    address = new URL(next, address).href
  }
  return address
}
