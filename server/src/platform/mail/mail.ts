export type Attachment = { filename: string; contentType: string; text: string }
export type MailMessage = {
  to: string
  subject: string
  text: string
  html: string
  attachments: Attachment[]
}

/** Hands a message to the outside. @throws when it was not accepted: the job tries again later */
export type MailTransport = { send(message: MailMessage): Promise<void> }
