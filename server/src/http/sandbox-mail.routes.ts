import type { FastifyInstance } from 'fastify'
import type { MailQueue } from '../platform/mail/mail-queue.ts'
import { escapeHtml, sandboxPage } from './sandbox-page.ts'

/** The demo's outbox: every mail that would have gone out, newest first. */
export function registerSandboxMail(app: FastifyInstance, mails: MailQueue) {
  const recipient = (query: unknown) => {
    const { to } = query as { to?: unknown }
    return typeof to === 'string' && to !== '' && to.length <= 254 ? to : undefined
  }

  app.get('/sandbox/mail.json', async (request) =>
    (await mails.outbox(recipient(request.query))).map((mail) => ({
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      attachments: mail.attachments,
      createdAt: mail.createdAt.toISOString(),
    })),
  )

  app.get('/sandbox/mail', async (request, reply) => {
    const rows = await mails.outbox(recipient(request.query))
    const list = rows.map(
      (mail) => `<article><strong>${escapeHtml(mail.subject)}</strong><br>
        to ${escapeHtml(mail.recipient)}, ${escapeHtml(mail.createdAt.toISOString())}
        <pre>${linked(escapeHtml(mail.text))}</pre></article>`,
    )
    return reply
      .type('text/html; charset=utf-8')
      .send(sandboxPage('Outbox', list.join('') || '<p>No emails yet.</p>'))
  })
}

const linked = (escaped: string) =>
  escaped.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
