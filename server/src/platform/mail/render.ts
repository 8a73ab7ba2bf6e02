import { renderToStaticMarkup } from 'react-dom/server'
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
  /** Under the button, for what may wait. */
  link?: { label: string; url: string }
  /** Several mails in one: each below the other. */
  sections?: MailSection[]
}
export type MailSection = Pick<MailContent, 'paragraphs' | 'facts' | 'action'> & { title: string }

export type MailFrame = { productName: string; publicUrl: string; unsubscribeUrl?: string }

/** Some programs fall back to the measures of old browsers without it, and know no shorter one. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** HTML and plain text from the same content. */
export const renderMail = (content: MailContent, frame: MailFrame): { html: string; text: string } => ({
  html: doctype + renderToStaticMarkup(MailLayout({ content, frame })),
  text: textOf(content, frame),
})

/** The words of the layout in its order: whoever adds to one adds to the other. */
export function textOf(content: MailContent, { productName, publicUrl, unsubscribeUrl }: MailFrame): string {
  const sender = `This email was sent by ${productName} ${publicUrl}.`
  const unsubscribe = unsubscribeUrl
    ? ` You can stop emails of this kind ${unsubscribeUrl}, or choose in your settings which ones you get.`
    : ''
  return [
    ...[productName, content.greeting, content.code ?? ''].map(inOneLine),
    ...bodyOf(content),
    content.link ? inOneLine(`${content.link.label} ${content.link.url}`) : '',
    ...(content.sections ?? []).flatMap((section) => [inOneLine(`— ${section.title}`), ...bodyOf(section)]),
    inOneLine(sender + unsubscribe),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const bodyOf = ({ paragraphs, facts = [], action }: Omit<MailSection, 'title'>): string[] => [
  ...paragraphs.map(inOneLine),
  facts.map(([label, value]) => inOneLine(`${label}: ${value}`)).join('\n'),
  action ? inOneLine(`${action.label} ${action.url}`) : '',
]

/** What people wrote may have lines of its own, which HTML does not show either. */
const inOneLine = (text: string) => text.replace(/[ \t\r\n\f\u200b]+/g, ' ').trim()
