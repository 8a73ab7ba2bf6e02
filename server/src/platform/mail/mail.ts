import type { MailAddressee, MailKind } from './mail-kinds.ts'
import type { MailContent } from './render.ts'

export type Attachment = { filename: string; contentType: string; text: string }
export type MailMessage = {
  /** Ours, the same at every repeat: a transport makes the Message-ID of it. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  attachments: Attachment[]
  /** Where one POST ends mails of this kind (RFC 8058); null for mails that cannot be ended. */
  unsubscribeUrl: string | null
}

export type QueuedMail = {
  to: MailAddressee
  kind: MailKind
  content: MailContent
  attachments?: Attachment[]
  /** For mails that somebody may switch off: where one POST does it. */
  unsubscribeUrl?: string
  /** Not sent any more after this. */
  usefulUntil?: Date
  /** Such as one booking: its mails reach the recipient in the order in which they were written. */
  about?: string
}

/** The recipient was refused for good: trying again would only harm our name as a sender. */
export class MailRefused extends Error {}

/**
 * Hands a message to the outside. @throws MailRefused when the recipient is refused for good,
 * anything else when it was not accepted now: the job tries again later.
 */
export type MailTransport = {
  /**
   * @param isStillOurs asked when its turn has come, which may take minutes
   * @returns false where it said no, and nothing was sent
   */
  send(message: MailMessage, isStillOurs?: () => Promise<boolean>): Promise<boolean>
  close(): Promise<void>
}
