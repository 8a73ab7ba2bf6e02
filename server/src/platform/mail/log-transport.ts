import type { Log } from '../log.ts'
import type { MailTransport } from './mail.ts'

/** Without SMTP mail stays in the table, which DEMO shows as an outbox; otherwise only the log says so. */
export const createLogTransport = (log: Log): MailTransport => ({
  async send(message) {
    log.info({ subject: message.subject }, 'mail written, no SMTP server is configured')
    return true
  },
  async close() {},
})
