import { render, toPlainText } from '@react-email/render'
import { MailLayout } from './mail-layout.tsx'

export type MailContent = {
  subject: string
  /** Shown by mail programs behind the subject. */
  preview: string
  greeting: string
  /** A code to type elsewhere, shown large. */
  code?: string
  paragraphs: string[]
  /** Label and value, one line each: when, with whom, how much. */
  facts?: [label: string, value: string][]
  action?: { label: string; url: string }
}

export type MailFrame = { productName: string; publicUrl: string; unsubscribeUrl?: string }

/** HTML and plain text from the same content. */
export async function renderMail(
  content: MailContent,
  frame: MailFrame,
): Promise<{ html: string; text: string }> {
  const html = await render(MailLayout({ content, frame }))
  return { html, text: toPlainText(html) }
}
