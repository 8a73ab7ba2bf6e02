import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedPart = { headers: Record<string, string>; body: string }
export type ReceivedMail = {
  isEncrypted: boolean
  from: string
  to: string[]
  headers: Record<string, string>
  parts: ReceivedPart[]
}

type Options = {
  port?: number
  /** Then whoever sends must sign in with it. */
  password?: string
  /** Then it turns to TLS when asked, and says how each mail came in. */
  tls?: { key: string; cert: string }
  /** Thrown at whoever sends. */
  refuseSender?: (address: string) => (Error & { responseCode: number }) | undefined
  /** Thrown at a recipient. */
  refuse?: (address: string) => (Error & { responseCode: number }) | undefined
  /** Runs after the message has come in and before it is accepted. */
  onMessage?: (mail: ReceivedMail) => Promise<void> | void
}

/** A real SMTP server on loopback that keeps what it is given. */
export async function openMailbox({
  port = 0,
  password,
  tls,
  refuseSender,
  refuse,
  onMessage,
}: Options = {}) {
  const received: ReceivedMail[] = []
  let signIns = 0
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    onAuth: (given, _session, done) => {
      signIns++
      return given.password === password
        ? done(null, { user: given.username })
        : done(new Error('Invalid username or password'))
    },
    ...(tls ?? {}),
    disabledCommands: tls ? [] : ['STARTTLS'],
    logger: false,
    // Kept connections would hold up the end.
    closeTimeout: 100,
    onMailFrom: ({ address }, _session, done) => done(refuseSender?.(address)),
    onRcptTo: ({ address }, _session, done) => done(refuse?.(address)),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope
        const mail: ReceivedMail = {
          isEncrypted: session.secure,
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...readMail(Buffer.concat(chunks).toString('latin1')),
        }
        received.push(mail)
        await onMessage?.(mail)
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: bound } = server.server.address() as AddressInfo
  return {
    port: bound,
    url: `smtp://127.0.0.1:${bound}`,
    received,
    signedIn: () => signIns,
    to: (address: string) => received.filter((mail) => mail.to.includes(address)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type Mailbox = Awaited<ReturnType<typeof openMailbox>>

/** As much of MIME as our mails use: nested multiparts, quoted-printable, base64, encoded words. */
function readMail(raw: string): { headers: Record<string, string>; parts: ReceivedPart[] } {
  const { headers, body } = readPart(raw)
  return { headers, parts: leavesOf({ headers, body }) }
}

function readPart(raw: string): ReceivedPart {
  const end = raw.indexOf('\r\n\r\n')
  const headers: Record<string, string> = {}
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = decodeWords(line.slice(colon + 1).trim())
  }
  return { headers, body: raw.slice(end + 4) }
}

function leavesOf(part: ReceivedPart): ReceivedPart[] {
  const boundary = /boundary="?([^";]+)"?/.exec(part.headers['content-type'] ?? '')?.[1]
  if (!boundary) return [{ ...part, body: decodeBody(part) }]
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((piece) => leavesOf(readPart(piece.replace(/^\r\n/, '').replace(/\r\n$/, ''))))
}

function decodeBody({ headers, body }: ReceivedPart): string {
  const encoding = (headers['content-transfer-encoding'] ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString()
  return unquote(body.replace(/=\r\n/g, ''))
}

const unquote = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, value: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(value, 'base64').toString()
        : unquote(value.replaceAll('_', ' ')),
    )
