import { connect, createServer, type Socket } from 'node:net'

export type Statement = { text: string; values: (string | null)[] }

/**
 * A port before PostgreSQL that notes the statements passing through, with their parameters as text: what the
 * product asks, seen from outside. Passes everything on unchanged; speaks without TLS.
 */
export async function tapStatements(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const noted: Statement[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    const read = createReader((statement) => noted.push(statement))
    client.on('data', (chunk: Buffer) => {
      read(chunk)
      upstream.write(chunk)
    })
    upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : 0)
  return {
    url: url.href,
    /** @returns what passed since the last call */
    take: () => noted.splice(0),
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The client's side of protocol 3: Parse and Bind carry what is wanted, the rest is only measured off. */
function createReader(note: (statement: Statement) => void) {
  let rest: Buffer = Buffer.alloc(0)
  let isGreeted = false
  const texts = new Map<string, string>()
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      // The greeting has no letter before its length.
      const headBytes = isGreeted ? 5 : 4
      if (rest.length < headBytes) return
      const length = rest.readInt32BE(headBytes - 4) + (isGreeted ? 1 : 0)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      const kind = isGreeted ? String.fromCharCode(message[0]!) : 'greeting'
      isGreeted = true
      const body = message.subarray(5)
      if (kind === 'P') {
        const [name, text] = stringsOf(body)
        texts.set(name, text)
      } else if (kind === 'B') {
        const [, name] = stringsOf(body)
        note({ text: texts.get(name)!, values: valuesOf(body) })
      }
    }
  }
}

/** The two texts that Parse (statement, text) and Bind (portal, statement) begin with. */
function stringsOf(bytes: Buffer): [string, string] {
  const first = bytes.indexOf(0)
  const second = bytes.indexOf(0, first + 1)
  return [bytes.toString('utf8', 0, first), bytes.toString('utf8', first + 1, second)]
}

function valuesOf(bytes: Buffer): (string | null)[] {
  let at = bytes.indexOf(0, bytes.indexOf(0) + 1) + 1
  const formats = bytes.readInt16BE(at)
  at += 2 + 2 * formats
  const values: (string | null)[] = []
  const count = bytes.readInt16BE(at)
  at += 2
  for (let index = 0; index < count; index++) {
    const length = bytes.readInt32BE(at)
    at += 4
    values.push(length < 0 ? null : bytes.toString('utf8', at, at + length))
    at += Math.max(length, 0)
  }
  return values
}
