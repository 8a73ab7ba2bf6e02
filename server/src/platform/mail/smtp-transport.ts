import { createTransport, type SendMailOptions } from 'nodemailer'
import pLimit from 'p-limit'
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
/** What is sent at once; more wait here, where their sender looks once more whether they are still theirs to send. */
const connections = 2

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
      maxConnections: connections,
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

  const inTurn = pLimit(connections)

  return {
    send: (message, isStillOurs) =>
      inTurn(async () => {
        if (isStillOurs && !(await isStillOurs())) return false
        try {
          await transporter.sendMail(optionsOf(message, domain))
          return true
        } catch (error) {
          throw isRefusal(error) ? new MailRefused((error as Error).message) : withoutAddresses(error)
        }
      }),
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

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number }

/** RFC 3463: nobody has this address (5.1.x, but for what is wrong with the sender's), or nobody takes mail there any more. */
const aboutRecipient = /^5\.(1\.[0-69]|1\.10|2\.1)$/

/**
 * A 5xx about the recipient is for good. The same answer to our sign-in, to our own address or to what we send, a
 * quota that is used up or a list that we stand on, is something that the operator will mend.
 */
function isRefusal(error: unknown) {
  const { code, command, response, responseCode } = error as SmtpError
  if (code !== 'EENVELOPE') return false
  // Not an address at all: the library asked no server.
  if (responseCode === undefined) return true
  if (command !== 'RCPT TO' || responseCode < 500) return false
  const detail = detailOf(response)
  return detail === undefined || aboutRecipient.test(detail)
}

/** The enhanced status code of an answer, as "5.1.1". */
const detailOf = (response: string | undefined) =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]

/** Jobs log what they fail by, and servers repeat in their answers whom a mail was for. */
function withoutAddresses(error: unknown) {
  const { code, command, response, responseCode } = error as SmtpError
  if (responseCode === undefined) return error
  const said = [command, responseCode, detailOf(response)].filter(Boolean).join(' ')
  return Object.assign(new Error(`The mail server did not take an email: ${said}`), {
    code,
    command,
    responseCode,
  })
}
