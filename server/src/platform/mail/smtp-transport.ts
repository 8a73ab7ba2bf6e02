import { createTransport, type SendMailOptions } from 'nodemailer'
import { type Attachment, type MailMessage, MailRefused, type MailTransport } from './mail.ts'

export type SmtpConfig = {
  /** smtp:// or smtps:// with user, password and port as needed. */
  url: string
  /** An address, or a name with an address in angle brackets. */
  from: string
  /** With smtp://: nothing is said before the server has turned to TLS. Else it is not asked to. */
  isTlsRequired: boolean
  /** Trusted instead of the authorities that Node knows. */
  ca?: string
}
export type SmtpTransport = MailTransport & {
  /** Connects, says hello and signs in, and sends nothing. @throws with what the server said */
  verify(): Promise<void>
}

const stepTimeoutMs = 8_000

/** The bare address of "Marga <hello@example.com>" or "hello@example.com". */
export const addressOf = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

/** Mail over SMTP, on a few kept connections. */
export function createSmtpTransport({ url, from, isTlsRequired, ca }: SmtpConfig): SmtpTransport {
  const transporter = createTransport(
    {
      url,
      pool: true,
      ...(isTlsRequired ? { requireTLS: true } : { ignoreTLS: true }),
      ...(ca ? { tls: { ca } } : {}),
      maxConnections: 2,
      // Each step is bounded, so that a server that is dead, silent or slow holds up a job for seconds only.
      dnsTimeout: stepTimeoutMs,
      connectionTimeout: stepTimeoutMs,
      greetingTimeout: stepTimeoutMs,
      socketTimeout: stepTimeoutMs,
      // A message is text that we hold: nothing in it may name a file or an address to read.
      disableFileAccess: true,
      disableUrlAccess: true,
    } as Parameters<typeof createTransport>[0],
    { from },
  )
  const domain = addressOf(from).split('@').at(-1)!

  return {
    async send(message) {
      try {
        await transporter.sendMail(optionsOf(message, domain))
      } catch (error) {
        throw isRefusal(error) ? new MailRefused((error as Error).message, { cause: error }) : error
      }
    },
    async verify() {
      await transporter.verify()
    },
    async close() {
      transporter.close()
    },
  }
}

function optionsOf(message: MailMessage, domain: string): SendMailOptions {
  const { id, to, subject, text, html, unsubscribeUrl } = message
  const event = message.attachments.find(isCalendar)
  return {
    messageId: `<${id}@${domain}>`,
    // An object, not a text: a comma or a bracket in an address must not become a second recipient.
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: message.attachments
      .filter((attachment) => attachment !== event)
      .map(({ filename, contentType, text: content }) => ({ filename, contentType, content })),
    // As an alternative of the text and as a file: programs look for it in either place.
    ...(event
      ? { icalEvent: { filename: event.filename, method: methodOf(event), content: event.text } }
      : {}),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl
        ? {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
  }
}

const isCalendar = ({ contentType }: Attachment) => contentType.startsWith('text/calendar')
const methodOf = ({ contentType }: Attachment) => /method=(\w+)/i.exec(contentType)?.[1] ?? 'PUBLISH'

/** A 5xx for the recipient is for good; a 5xx at signing in is a setting that somebody will mend. */
function isRefusal(error: unknown) {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && (responseCode === undefined || responseCode >= 500)
}
