import { callPrice, formatRupees } from '@marga/contract/prices'
import { texts } from '@marga/contract/texts'
import type { FastifyInstance } from 'fastify'
import { validate as isUuid } from 'uuid'
import { escapeHtml, sandboxPage } from '../../http/sandbox-page.ts'
import type { NewId } from '../../platform/clock.ts'
import { defaultTimeZone, formatPlainDate } from '../../platform/date-format.ts'
import { AppError } from '../../platform/errors.ts'
import type {
  SandboxCheckoutPage,
  SandboxGateway,
  SandboxOutcome,
} from '../../platform/payments/sandbox-gateway.ts'
import type { ProviderEvents } from './provider-events.service.ts'

type Deps = {
  newId: NewId
  events: ProviderEvents
  sandbox: SandboxGateway
  productName: string
}

const outcomes: readonly SandboxOutcome[] = ['success', 'decline', 'cancel']
const declined = 'Your card was declined.'
const abandoned = 'The payment was cancelled.'

/** The stand-in for the provider's page, and the event that the provider would send afterwards. */
export function registerSandboxCheckout(app: FastifyInstance, { newId, events, sandbox, productName }: Deps) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  )

  app.get<{ Params: { id: string } }>('/sandbox/checkout/:id', async (request, reply) => {
    const checkout = isUuid(request.params.id) ? await sandbox.describe(request.params.id) : undefined
    if (!checkout) throw new AppError('not_found')
    return reply.type('text/html; charset=utf-8').send(checkoutPage(checkout, productName))
  })

  app.post<{ Params: { id: string }; Body: { outcome?: string } }>(
    '/sandbox/checkout/:id',
    async (request, reply) => {
      const outcome = outcomes.find((name) => name === request.body?.outcome)
      if (!isUuid(request.params.id)) throw new AppError('not_found')
      if (!outcome)
        throw new AppError('invalid_request', { fields: { outcome: 'Choose success, decline or cancel.' } })
      const settled = await sandbox.settle(request.params.id, outcome)
      await announce(settled.reference, settled.status === 'paid' ? 'checkout.paid' : 'checkout.failed')
      if (settled.status === 'paid') return reply.redirect(settled.successUrl, 303)
      const message = outcome === 'decline' ? declined : abandoned
      const failedUrl = new URL(settled.cancelUrl)
      failedUrl.searchParams.set('message', message)
      return reply.redirect(failedUrl.href, 303)
    },
  )

  /** As with the provider's webhook. */
  const announce = (checkoutId: string, type: string) =>
    events.receive({ id: `evt_sandbox_${newId()}`, type, isDecline: false, about: { checkoutId } }, 'sandbox')
}

/** In the dress of the product: who it is with, what a month holds, and when it renews. */
function checkoutPage(checkout: SandboxCheckoutPage, productName: string) {
  const amount = formatRupees(checkout.amount)
  const renewal = formatPlainDate(checkout.renewsAt, defaultTimeZone)
  const face = checkout.profileImageUrl
    ? `<img src="${escapeHtml(checkout.profileImageUrl)}" alt="" width="64" height="64">`
    : ''
  const benefits = texts.offer.map((line) => `<li>${escapeHtml(line)}</li>`).join('')
  return sandboxPage(
    'Sandbox checkout',
    `<p class="note">This installation of ${escapeHtml(productName)} runs as a demo. No card is asked for and no money moves.</p>
     <section class="sheet">
       <div class="person">${face}<div><strong>${escapeHtml(checkout.mentorName)}</strong><span>${escapeHtml(checkout.jobTitle)}</span></div></div>
       <ul class="benefits">${benefits}</ul>
       <dl><dt>Every month</dt><dd class="amount">${escapeHtml(amount)}</dd>
       <dt>Each hour, four a month</dt><dd>${escapeHtml(formatRupees(callPrice(checkout.amount)))}</dd>
       <dt>Renews on</dt><dd>${escapeHtml(renewal)}</dd></dl>
     </section>${actionsOf(checkout, amount)}
     <p class="quiet">You can stop at any time, and keep what is paid until ${escapeHtml(renewal)}.</p>`,
  )
}

const actionsOf = ({ status }: SandboxCheckoutPage, amount: string) =>
  status === 'open'
    ? `<form method="post">
        <button name="outcome" value="success" class="primary">Pay ${escapeHtml(amount)}</button>
        <button name="outcome" value="decline">Let the card be declined</button>
        <button name="outcome" value="cancel">Cancel and go back</button>
      </form>`
    : '<p>This checkout is closed. Please go back and start again.</p>'
