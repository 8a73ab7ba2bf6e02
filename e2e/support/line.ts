import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a server that can go dead without a word to the browser, as when a laptop sleeps. */
export type Line = {
  url: string
  /**
   * The server's ends are closed. Open WebSockets keep theirs and hear nothing any more; browsers drop other
   * connections by themselves when they wake. New connections are passed on as before.
   */
  sever(): void
  close(): Promise<void>
}

export async function startLine(to: () => string, port: number): Promise<Line> {
  const pairs = new Set<{ near: Socket; far: Socket; isWebSocket: boolean }>()
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(new URL(to()).port), '127.0.0.1')
    const pair = { near, far, isWebSocket: false }
    pairs.add(pair)
    open.add(near)
    near.once('data', (first) => {
      pair.isWebSocket = /^upgrade: websocket/im.test(first.toString('latin1'))
    })
    near.on('data', (chunk) => far.write(chunk))
    far.on('data', (chunk) => near.write(chunk))
    for (const end of [near, far]) end.on('error', () => end.destroy())
    near.on('close', () => {
      open.delete(near)
      pairs.delete(pair)
      far.destroy()
    })
    far.on('close', () => {
      if (pairs.delete(pair)) near.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    sever() {
      for (const pair of pairs) {
        pairs.delete(pair)
        pair.far.destroy()
        if (!pair.isWebSocket) pair.near.destroy()
      }
    },
    async close() {
      for (const near of open) near.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
