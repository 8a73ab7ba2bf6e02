import type { FastifyInstance } from 'fastify'
import { AppError } from '../platform/errors.ts'
import {
  type SandboxIdentity,
  type SandboxRequest,
  sandboxSignInPath,
} from '../platform/identity/sandbox-identity.ts'
import { escapeHtml, sandboxPage } from './sandbox-page.ts'

export type SandboxPerson = { email: string; firstName: string; lastName: string; note: string }
type Deps = {
  identity: SandboxIdentity
  people: readonly SandboxPerson[]
  callbackPath: string
  /** Whether anybody may be anybody. With real mail real people may have accounts here. */
  isOpen: boolean
}

/** Domains that nobody owns. */
const isMadeUp = (email: string) => /\.(test|example|invalid)$/i.test(email)

/** The stand-in for the identity provider's page: choose somebody, name somebody, or go back. */
export async function registerSandboxGoogle(
  app: FastifyInstance,
  { identity, people, callbackPath, isOpen }: Deps,
) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  )

  app.get(sandboxSignInPath, async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(signInPage(readRequest(request.query), people)),
  )

  app.post(sandboxSignInPath, async (request, reply) => {
    const form = fields(request.body)
    const asked = readRequest(form)
    // Relative, so that the form's redirects stay with this origin, as the content policy demands.
    const back = (query: Record<string, string>) =>
      reply.redirect(`${callbackPath}?${new URLSearchParams({ ...query, state: asked.state })}`, 303)
    if (form.outcome === 'cancel') return back({ error: 'access_denied' })
    const email = (form.email ?? '').trim().slice(0, 254)
    if (!/^[^@\s]+@[^@\s]+$/.test(email))
      throw new AppError('invalid_request', { message: 'Give an address.' })
    const isEmailVerified = form.verified === 'yes' && (isOpen || isMadeUp(email))
    const person = {
      email,
      isEmailVerified,
      isEmailCurrent: isEmailVerified,
      firstName: (form.firstName ?? '').trim().slice(0, 80) || email.split('@')[0]!,
      lastName: (form.lastName ?? '').trim().slice(0, 80),
    }
    return back({ code: identity.grant(asked, person) })
  })
}

const fields = (given: unknown) => (given ?? {}) as Record<string, string | undefined>

function readRequest(given: unknown): SandboxRequest {
  const { state, nonce, challenge } = fields(given)
  for (const value of [state, nonce, challenge]) {
    if (typeof value !== 'string' || value === '' || value.length > 200) throw new AppError('not_found')
  }
  return { state: state!, nonce: nonce!, challenge: challenge! }
}

function signInPage(asked: SandboxRequest, people: readonly SandboxPerson[]) {
  const hidden = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
      .join('')
  const choices = people.map(
    ({ note, ...person }) => `<form method="post" action="${sandboxSignInPath}">
      ${hidden({ ...asked, ...person, verified: 'yes' })}
      <button name="outcome" value="sign-in">${escapeHtml(`${person.firstName} ${person.lastName}`)}
        (${escapeHtml(person.email)}): ${escapeHtml(note)}</button></form><br>`,
  )
  return sandboxPage(
    'Sandbox sign-in',
    `<p class="note">This installation runs as a demo. This page stands in for Google's: nothing leaves this machine.</p>
     ${choices.join('')}
     <h2>Someone else</h2>
     <form method="post" action="${sandboxSignInPath}">${hidden({ ...asked })}
       <label>Email <input name="email" type="email" required maxlength="254"></label>
       <label>First name <input name="firstName" maxlength="80"></label>
       <label>Last name <input name="lastName" maxlength="80"></label>
       <label><input name="verified" type="checkbox" value="yes" checked> The address is verified</label>
       <button name="outcome" value="sign-in" class="primary">Continue</button>
     </form><br>
     <form method="post" action="${sandboxSignInPath}">${hidden({ ...asked })}
       <button name="outcome" value="cancel">Cancel</button></form>`,
  )
}
