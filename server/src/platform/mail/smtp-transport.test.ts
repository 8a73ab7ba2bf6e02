import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts'
import { type MailMessage, MailRefused } from './mail.ts'
import { addressOf, createSmtpTransport } from './smtp-transport.ts'

const from = 'Marga <hello@marga.example>'
const message = (id: string): MailMessage => ({
  id,
  to: 'asha@example.com',
  subject: 'Hello',
  text: 'Text',
  html: '<p>HTML</p>',
  attachments: [],
  unsubscribeUrl: null,
})

describe('the transport', () => {
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await openMailbox({
      refuse: (address) =>
        address.startsWith('nobody')
          ? Object.assign(new Error('No such person'), { responseCode: 550 })
          : address.startsWith('later')
            ? Object.assign(new Error('Try again'), { responseCode: 451 })
            : undefined,
    })
  })
  afterAll(() => mailbox.close())

  it('reads the address out of a sender with a name', () => {
    expect(addressOf(from)).toBe('hello@marga.example')
    expect(addressOf('hello@marga.example')).toBe('hello@marga.example')
  })

  it('gives a repeat the same Message-ID', async () => {
    const transport = createSmtpTransport({ url: mailbox.url, from, isTlsRequired: false })
    await transport.send(message('one'))
    await transport.send(message('one'))
    await transport.close()
    const ids = mailbox.received.map((mail) => mail.headers['message-id'])
    expect(ids).toEqual(['<one@marga.example>', '<one@marga.example>'])
  })

  it('tells a recipient refused for good from one to try again', async () => {
    const transport = createSmtpTransport({ url: mailbox.url, from, isTlsRequired: false })
    const refused = transport.send({ ...message('two'), to: 'nobody@example.com' })
    await expect(refused).rejects.toBeInstanceOf(MailRefused)
    const later = transport.send({ ...message('three'), to: 'later@example.com' })
    await expect(later).rejects.not.toBeInstanceOf(MailRefused)
    await transport.close()
  })

  it('tries again where the refusal is about us, and says so without anybody’s address', async () => {
    const answer = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
    const strict = await openMailbox({
      refuse: (address) => answer(550, `5.7.1 <${address}>: Relay access denied`),
    })
    const unknown = await openMailbox({ refuseSender: () => answer(553, '5.1.8 Sender address rejected') })
    for (const { url, close } of [strict, unknown]) {
      const transport = createSmtpTransport({ url, from, isTlsRequired: false })
      const failure = await transport.send(message('six')).catch((error: Error) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(failure).not.toBeInstanceOf(MailRefused)
      expect(`${(failure as Error).message} ${(failure as Error).stack}`).not.toContain('asha@example.com')
      expect((failure as Error).message).toMatch(/(RCPT TO|MAIL FROM) 55\d/)
      await transport.close()
      await close()
    }
  })

  it('asks whether a mail is still its to send when its turn has come', async () => {
    const transport = createSmtpTransport({ url: mailbox.url, from, isTlsRequired: false })
    const before = mailbox.received.length
    expect(await transport.send(message('seven'), async () => false)).toBe(false)
    expect(mailbox.received).toHaveLength(before)
    expect(await transport.send(message('seven'), async () => true)).toBe(true)
    expect(mailbox.received).toHaveLength(before + 1)
    await transport.close()
  })

  describe('and TLS', () => {
    let tls: { key: string; cert: string }
    beforeAll(() => {
      const folder = mkdtempSync(join(tmpdir(), 'marga-smtp-'))
      const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
      const made = [
        '-keyout',
        key,
        '-out',
        cert,
        '-subj',
        '/CN=127.0.0.1',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
      ]
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-nodes',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:P-256',
          '-days',
          '2',
          ...made,
        ],
        { stdio: 'ignore' },
      )
      tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
      rmSync(folder, { recursive: true })
    })
    const sendTo = async (box: Mailbox, more: { isTlsRequired: boolean; ca?: string }) => {
      const transport = createSmtpTransport({ url: box.url.replace('//', '//user:right@'), from, ...more })
      try {
        await transport.send(message('tls'))
      } finally {
        await transport.close()
      }
    }

    it('says nothing to a server that does not turn to it, not even the password', async () => {
      const plain = await openMailbox({ password: 'right' })
      await expect(sendTo(plain, { isTlsRequired: true })).rejects.toMatchObject({ code: 'ETLS' })
      expect([plain.received, plain.signedIn()]).toEqual([[], 0])
      await sendTo(plain, { isTlsRequired: false })
      expect(plain.received.map(({ isEncrypted }) => isEncrypted)).toEqual([false])
      await plain.close()
    })

    it('turns to it where it is offered, and trusts no certificate of nobody', async () => {
      const encrypted = await openMailbox({ password: 'right', tls })
      await expect(sendTo(encrypted, { isTlsRequired: true })).rejects.toThrow(/certificate/)
      expect([encrypted.received, encrypted.signedIn()]).toEqual([[], 0])
      await sendTo(encrypted, { isTlsRequired: true, ca: tls.cert })
      expect(encrypted.received.map(({ isEncrypted }) => isEncrypted)).toEqual([true])
      await encrypted.close()
    })
  })

  it('never makes two recipients of one address', async () => {
    const transport = createSmtpTransport({ url: mailbox.url, from, isTlsRequired: false })
    await transport.send({ ...message('four'), to: 'a@example.com, b@example.com' }).catch(() => {})
    await transport.close()
    expect(mailbox.to('b@example.com')).toEqual([])
  })

  it('gives up on a server that accepts and says nothing', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const transport = createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, from, isTlsRequired: false })
    await expect(transport.send(message('five'))).rejects.toThrow()
    await transport.close()
    silent.close()
  })
})
