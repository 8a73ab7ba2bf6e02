import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** In front of a server: `same` passes everything on, `next` as a newer release would say it, `failing` is out of order. */
type Mode = 'same' | 'next' | 'failing'
export type ReleaseProxy = { url: string; become(mode: Mode): void; close(): Promise<void> }

/**
 * A newer release differs by the name of it, which pages, worker and addresses carry. Sockets go by plain requests here.
 */
export async function startReleaseProxy(
  target: string,
  release: string,
  next: string,
): Promise<ReleaseProxy> {
  let mode: Mode = 'same'
  const server = createServer((incoming, outgoing) => {
    if (mode === 'failing') return void outgoing.writeHead(503).end('Out of order')
    const rename = mode === 'next' ? ([release, next] as const) : undefined
    pass(target, incoming, outgoing, rename).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    become: (asked) => {
      mode = asked
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function pass(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  rename: readonly [from: string, to: string] | undefined,
) {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const { host: _, connection: __, ...headers } = incoming.headers as Record<string, string>
  const asked = rename ? incoming.url!.replace(rename[1], rename[0]) : incoming.url!
  const response = await fetch(new URL(asked, target), {
    method: incoming.method!,
    headers: { ...headers, 'accept-encoding': 'identity' },
    body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
    redirect: 'manual',
  })
  const body = Buffer.from(await response.arrayBuffer())
  const isText = /html|javascript|json/.test(response.headers.get('content-type') ?? '')
  for (const [name, value] of response.headers)
    if (!/^(connection|keep-alive|content-length|transfer-encoding)$/.test(name))
      outgoing.setHeader(name, value)
  outgoing.writeHead(response.status)
  outgoing.end(rename && isText ? body.toString().replaceAll(...rename) : body)
}
