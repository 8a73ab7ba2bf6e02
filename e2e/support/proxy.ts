import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/**
 * A proxy of the plainest kind: whoever answers /readyz takes turns, nothing is tried twice, and a
 * connection that was upgraded stays where it is.
 */
export type ProxyServer = {
  url: string
  /** How many processes get requests now. */
  ready(): number
  close(): Promise<void>
}

const lookEveryMs = 250
/** Of one connection, not of the request: its keep-alive would promise the client the server's patience for ours. */
const hopByHop = ['connection', 'keep-alive']
/** Whoever says so is out at once; one that is only slow to answer, after so many looks, as with any proxy. */
const silentLooksMax = 5

type Upstream = { url: URL; isReady: boolean; silentLooks: number }

export async function startProxy(targets: readonly string[]): Promise<ProxyServer> {
  const upstreams = targets.map((url) => ({ url: new URL(url), isReady: false, silentLooks: 0 }))
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  let turn = 0
  const choose = () => {
    const ready = upstreams.filter(({ isReady }) => isReady)
    return ready.length > 0 ? ready[turn++ % ready.length] : undefined
  }
  const server = createServer((incoming, outgoing) => {
    const upstream = choose()
    if (upstream) passRequest(agent, upstream.url, incoming, outgoing)
    else outgoing.writeHead(502).end()
  })
  server.on('upgrade', (incoming, socket: Socket, head) => {
    const upstream = choose()
    if (upstream) passConnection(upstream.url, incoming, socket, head)
    else socket.destroy()
  })
  // A connection that is closed while the next request is on its way fails it: clients end theirs first.
  server.keepAliveTimeout = 600_000
  const lookAtAll = () => Promise.all(upstreams.map(look))
  await lookAtAll()
  const looking = setInterval(() => void lookAtAll(), lookEveryMs)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    ready: () => upstreams.filter(({ isReady }) => isReady).length,
    async close() {
      clearInterval(looking)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function look(upstream: Upstream) {
  const answer = fetch(new URL('/readyz', upstream.url), { signal: AbortSignal.timeout(1000) })
  const said = await answer.then(
    ({ ok }) => ok,
    (error: Error) => (error.name === 'TimeoutError' ? undefined : false),
  )
  upstream.silentLooks = said === undefined ? upstream.silentLooks + 1 : 0
  if (said !== undefined) upstream.isReady = said
  else if (upstream.silentLooks >= silentLooksMax) upstream.isReady = false
}

function passRequest(
  agent: Agent,
  { hostname, port }: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) {
  const { method, url: path, headers } = incoming
  const passed = request({ agent, hostname, port, method, path, headers }, (answer) => {
    for (const name of hopByHop) delete answer.headers[name]
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  passed.on('error', () => {
    if (!outgoing.headersSent) outgoing.writeHead(502)
    outgoing.end()
  })
  incoming.pipe(passed)
}

function passConnection({ hostname, port }: URL, incoming: IncomingMessage, socket: Socket, head: Buffer) {
  const passed = connect(Number(port), hostname, () => {
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
    for (let n = 0; n < incoming.rawHeaders.length; n += 2)
      lines.push(`${incoming.rawHeaders[n]}: ${incoming.rawHeaders[n + 1]}`)
    passed.write(`${lines.join('\r\n')}\r\n\r\n`)
    passed.write(head)
    passed.pipe(socket).pipe(passed)
  })
  for (const one of [socket, passed]) one.on('error', () => [socket, passed].map((each) => each.destroy()))
  socket.on('close', () => passed.destroy())
  passed.on('close', () => socket.destroy())
}
