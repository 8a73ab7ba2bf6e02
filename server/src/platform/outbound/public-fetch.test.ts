import type { RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { startCalendarServer } from '../../testing/calendar-servers.ts'
import { isPublicAddress } from './public-addresses.ts'
import { createPublicFetch } from './public-fetch.ts'

const bounds = { seconds: 30, bytesMax: 100_000 }
let closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing) await close()
  closing = []
})

async function serve(answer: RequestListener) {
  const server = await startCalendarServer(answer)
  closing.push(server.close)
  return server
}

const isThisMachine = (address: string) => address === '127.0.0.1'
const local = createPublicFetch({
  userAgent: 'test',
  isAllowed: isThisMachine,
  resolve: async () => ['127.0.0.1'],
})
const late = () => sleep(60_000, 'hangs', { ref: false })
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'was read',
    (error: { code: string }) => error.code,
  )

describe('an address that a person gives', () => {
  it.each([
    ['127.0.0.1', false],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['192.168.1.1', false],
    ['100.64.0.1', false],
    ['169.254.169.254', false],
    ['192.0.0.192', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['240.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::7f00:1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b:1::1', false],
    ['2002:7f00:1::', false],
    ['2001:0:1::', false],
    ['fe80::1', false],
    ['fec0::1', false],
    ['fd00:ec2::254', false],
    ['ff02::1', false],
    // Azure’s own, which every machine there reaches.
    ['168.63.129.16', false],
    ['::ffff:168.63.129.16', false],
    ['nonsense', false],
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
  ])('of %s is of the internet: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })

  it('of the internet’s own is refused where this machine has it, however it is written', () => {
    const interfaces = { eth0: [{ address: '8.8.8.8' }, { address: '2606:4700::1111' }] }
    for (const address of ['8.8.8.8', '2606:4700::1111', '2606:4700:0:0:0:0:0:1111'])
      expect([address, isPublicAddress(address, interfaces)]).toEqual([address, false])
    for (const address of ['8.8.4.4', '2606:4700::1112'])
      expect([address, isPublicAddress(address, interfaces)]).toEqual([address, true])
  })

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[fd00::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://０/',
  ])('that is written as %s leads into a private network', async (address) => {
    let hits = 0
    await serve((_, response) => {
      hits++
      response.end()
    })
    const fetch = createPublicFetch({ userAgent: 'test', resolve: async () => ['127.0.0.1'] })
    expect(await codeOf(fetch.read(address, bounds))).toBe('private_network')
    expect(hits).toBe(0)
  })

  it.each([
    ['to a private address', ['192.168.0.1']],
    ['to a public and a private one', ['8.8.8.8', '127.0.0.1']],
    ['to a mapped one', ['::ffff:127.0.0.1']],
  ])('whose name leads %s is refused', async (_, addresses) => {
    const fetch = createPublicFetch({ userAgent: 'test', resolve: async () => addresses })
    expect(await codeOf(fetch.read('http://calendar.example/', bounds))).toBe('private_network')
  })

  it('whose name leads elsewhere a moment later is asked for once, and the first answer counts', async () => {
    const server = await serve((_, response) => response.end('read'))
    const asked: string[] = []
    const fetch = createPublicFetch({
      userAgent: 'test',
      isAllowed: isThisMachine,
      async resolve(name) {
        asked.push(name)
        return [asked.length === 1 ? '127.0.0.1' : '10.0.0.1']
      },
    })
    const fetched = await fetch.read(server.urlOf('/'), bounds)
    expect(String(fetched?.body)).toBe('read')
    expect(asked).toEqual(['calendar.example'])
  })

  it('that leads on to a private one is refused at that step', async () => {
    const server = await serve(({ url }, response) => {
      response.writeHead(302, { location: url === '/' ? '/next' : 'http://127.0.0.2/' }).end()
    })
    expect(await codeOf(local.read(server.urlOf('/'), bounds))).toBe('private_network')
  })

  it('is followed three times, with nothing that names anyone', async () => {
    const seen: (string | undefined)[] = []
    const server = await serve(({ url, headers }, response) => {
      seen.push(headers.authorization, headers.cookie)
      const left = Number(url!.slice(1))
      if (left === 0) response.end('read')
      else response.writeHead(307, { location: `/${left - 1}`, 'set-cookie': 'a=b' }).end()
    })
    expect(String((await local.read(server.urlOf('/3'), bounds))?.body)).toBe('read')
    expect(await codeOf(local.read(server.urlOf('/4'), bounds))).toBe('too_many_redirects')
    expect(seen.filter(Boolean)).toEqual([])
    const named = server.urlOf('/0').replace('//', '//user:password@')
    expect(await codeOf(local.read(named, bounds))).toBe('has_password')
    expect(await codeOf(local.read('ftp://calendar.example/', bounds))).toBe('invalid_address')
  })

  it('is read no further than it may be large, compressed or not, told or not', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    let sent = 0
    const server = await serve(({ url }, response) => {
      if (url === '/told') response.writeHead(200, { 'content-length': 100_000_000 }).write('a')
      if (url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
      if (url !== '/endless') return
      const write = () => {
        if (response.destroyed) return
        sent += 65_536
        response.write(Buffer.alloc(65_536), () => setImmediate(write))
      }
      write()
    })
    for (const path of ['/told', '/bomb', '/endless'])
      expect(await codeOf(local.read(server.urlOf(path), bounds))).toBe('too_large')
    expect(sent).toBeLessThan(20_000_000)
  })

  it('that says nothing, or drips, is given up after its time as a whole', async () => {
    const server = await serve(({ url }, response) => {
      if (url === '/silent') return
      const drip = setInterval(() => response.write('a'), 50)
      response.on('close', () => clearInterval(drip))
    })
    for (const path of ['/silent', '/drip'])
      expect(await codeOf(local.read(server.urlOf(path), { ...bounds, seconds: 0.5 }))).toBe('too_slow')
  })

  it.each([
    [
      'switches to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
    ['ends before it has said anything', ''],
    ['says that it will and then ends', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ])('that %s is given up', async (_, said) => {
    const server = await serve((request) => request.socket.end(said))
    expect(await Promise.race([codeOf(local.read(server.urlOf('/'), bounds)), late()])).toBe('unreachable')
  })

  it('whose name is never found is given up after its time as a whole', async () => {
    const fetch = createPublicFetch({ userAgent: 'test', resolve: () => new Promise(() => {}) })
    const reading = fetch.read('http://calendar.example/', { ...bounds, seconds: 0.5 })
    expect(await Promise.race([codeOf(reading), late()])).toBe('too_slow')
  })

  it('is not sent again while it is unchanged', async () => {
    const server = await serve(({ headers }, response) => {
      if (headers['if-none-match'] === '"one"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"one"' }).end('read')
    })
    const first = await local.read(server.urlOf('/'), bounds)
    expect(first?.etag).toBe('"one"')
    expect(await local.read(server.urlOf('/'), { ...bounds, etag: first!.etag })).toBeUndefined()
  })

  it('is told apart from one that is not there', async () => {
    const server = await serve((_, response) => response.writeHead(404).end())
    expect(await codeOf(local.read(server.urlOf('/'), bounds))).toBe('refused')
    const fetch = createPublicFetch({ userAgent: 'test', resolve: async () => [] })
    expect(await codeOf(fetch.read('http://nowhere.example/', bounds))).toBe('unknown_name')
    await server.close()
    closing = []
    expect(await codeOf(local.read(server.urlOf('/'), bounds))).toBe('unreachable')
  })
})
