import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderMail } from '../platform/mail/render.ts'
import { mailSamples } from './mail-samples.ts'

const features = join(import.meta.dirname, '../features')
const frame = { productName: 'Marga', publicUrl: 'https://marga.example' }

it('there is a sample of every mail', () => {
  const samples = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('mail-samples.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('')
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.mails.ts'),
  )
  const mails = files.flatMap((name) =>
    [...readFileSync(join(features, name), 'utf8').matchAll(/export const (\w+Mail) =/g)].map(
      ([, mail]) => mail!,
    ),
  )
  expect(mails.length).toBeGreaterThan(10)
  expect(mails.filter((mail) => !samples.includes(`${mail}(`))).toEqual([])
})

describe.each(Object.entries(mailSamples))('the mail %s', (_, content) => {
  it('says the same as HTML and as text', async () => {
    const { html, text } = renderMail(content, frame)
    const words = [content.greeting, content.code, ...content.paragraphs, content.action?.url]
    for (const word of words) if (word) expect(text.replace(/\s+/g, ' ')).toContain(word)
    for (const { title, paragraphs } of content.sections ?? [])
      for (const part of [title, ...paragraphs]) expect(text).toContain(part)
    for (const [label, value] of content.facts ?? []) expect(text).toContain(`${label}: ${value}`)
    expect(text).not.toMatch(/[<>]|undefined|null|NaN|\[object/)
    expect(html).toMatch(/<html[^>]* lang="en"/)
    expect(html).not.toMatch(/undefined|\[object|<script|<img/)
    if (content.action) expect(html).toContain(`href="${content.action.url.replaceAll('&', '&amp;')}"`)
    expect(content.subject.length).toBeLessThanOrEqual(120)
  })
})
