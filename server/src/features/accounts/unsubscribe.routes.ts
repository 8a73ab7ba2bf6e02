import type { FastifyInstance } from 'fastify'
import { escapeHtml, sandboxPage } from '../../http/sandbox-page.ts'
import type { MailRecipients, OptionalMail } from './mail-recipients.service.ts'

const words: Record<OptionalMail, string> = {
  messages: 'emails about unread messages, and about answers that are due, late or missing',
  bookings: 'emails about bookings, waitlists, requested times, time away and contested sessions',
  reminders: 'reminders of sessions and of calls that lapse',
  payments: 'emails about payments, subscriptions and refunds',
  reviews: 'emails about reviews',
  cases: 'emails about new cases and answers of applicants',
}

type Secret = { Params: { secret: string } }

/**
 * /api/unsubscribe/:secret, from a mail. Opening it changes nothing, since mail programs and virus
 * scanners open links by themselves; the page's button, and the one-click post of RFC 8058, do.
 */
export async function registerUnsubscribe(app: FastifyInstance, recipients: MailRecipients) {
  // The body says "List-Unsubscribe=One-Click" or nothing: whatever it is, the address says it all.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _text, done) => done(null, {}))

  app.get<Secret>('/api/unsubscribe/:secret', async (request, reply) => {
    const kind = words[recipients.kindOf(request.params.secret)]
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        sandboxPage(
          'Unsubscribe',
          `<p>Do you want to stop getting ${escapeHtml(kind)}?</p>
           <form method="post"><button class="primary">Stop these emails</button></form>
           <p>You will still get all other emails, also about what moderators decide. You can choose which in your settings.</p>`,
        ),
      )
  })

  app.post<Secret>('/api/unsubscribe/:secret', async (request, reply) => {
    const kind = words[await recipients.unsubscribe(request.params.secret)]
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        sandboxPage(
          'Unsubscribed',
          `<p>You will get no more ${escapeHtml(kind)}. You can turn them on again in your settings.</p>
           <p><a href="/">Back to the home page</a></p>`,
        ),
      )
  })
}
