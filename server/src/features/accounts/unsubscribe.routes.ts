import type { FastifyInstance } from 'fastify'
import { escapeHtml, sandboxPage } from '../../http/sandbox-page.ts'
import type { MailRecipients, OptionalMail } from './mail-recipients.service.ts'

const words: Record<OptionalMail, string> = {
  messages: 'mails about unread messages',
  bookings: 'mails about bookings and cancellations',
  reminders: 'reminders of sessions',
  payments: 'mails about payments and subscriptions',
  reviews: 'mails about reviews',
  cases: 'mails about new tickets and applications',
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
          `<p>Do you want no more ${escapeHtml(kind)}?</p>
           <form method="post"><button class="primary">Stop these mails</button></form>
           <p>All other mails go on. Your settings say which you get.</p>`,
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
          `<p>You get no more ${escapeHtml(kind)}. In your settings you can switch them on again.</p>
           <p><a href="/">Back to the first page</a></p>`,
        ),
      )
  })
}
