import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { renderMail } from '../platform/mail/render.ts'
import { mailSamples, securityMails } from './mail-samples.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** `npm run mails:render -- FOLDER`: every mail as HTML and as text, to be looked at. */
async function main() {
  const folder = resolve(process.argv[2] ?? 'mails')
  await mkdir(folder, { recursive: true })
  const frame = { productName: 'Marga', publicUrl: 'https://marga.example' }
  const unsubscribeUrl = 'https://marga.example/api/unsubscribe/secret'
  for (const [name, content] of Object.entries(mailSamples)) {
    const { html, text } = renderMail(content, securityMails.has(name) ? frame : { ...frame, unsubscribeUrl })
    await writeFile(join(folder, `${name}.html`), html)
    await writeFile(join(folder, `${name}.txt`), `Subject: ${content.subject}\n\n${text}\n`)
  }
  say(`${Object.keys(mailSamples).length} mails are in ${folder}`)
}

await main()
