import { createServer } from 'node:http'
import { startProduct } from '../e2e/support/product.ts'
import { report } from './lib/report.ts'
import { type Load, load, median, spreadOf } from './lib/wrk.ts'

// P11: public pages under wrk (apt-get install wrk), beside a constant of the same size from node:http, the two in
// turns. The product and its references share this machine with wrk.

const rounds = 5
const secondsARound = 1

const product = await startProduct({ database: 'server' })
try {
  const found = await fetch(`${product.url}/api/mentees/mentors?limit=1`)
  const { mentorsSearchResult } = (await found.json()) as { mentorsSearchResult: { _id: string }[] }
  const addresses = {
    landing: '/',
    browse: '/browse/mentor/search',
    profile: `/browse/mentor/profile/${mentorsSearchResult[0]!._id}`,
    'search answer': '/api/mentees/mentors?search=python',
  }
  const rows: string[][] = []
  for (const [name, path] of Object.entries(addresses)) rows.push(await measure(name, product.url + path))
  report({
    title: 'Public pages, the same for everybody',
    command: 'npx tsx bench/public.bench.ts',
    columns: [
      'page',
      'requests a second',
      'p99',
      'hello of the same size',
      'hello varies by',
      'goal',
      'reached',
    ],
    rows,
    notes: [
      `P11, 8 connections, median of ${rounds} rounds of ${secondsARound} s in turns with hello, answers kept as in use. A reference that varies by more than 25 % proves nothing.`,
    ],
  })
} finally {
  await product.dispose()
}

async function measure(name: string, url: string): Promise<string[]> {
  const body = Buffer.from(await (await fetch(url)).arrayBuffer())
  const hello = createServer((_request, response) => response.end(body))
  await new Promise<void>((resolve) => hello.listen(0, '127.0.0.1', resolve))
  const address = hello.address()
  const helloUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
  const [own, other]: [Load[], Load[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    own.push(await load({ url, seconds: secondsARound }))
    other.push(await load({ url: helloUrl, seconds: secondsARound }))
  }
  await new Promise((resolve) => hello.close(resolve))
  const perSecond = median(own.map((one) => one.perSecond))
  const references = other.map((one) => one.perSecond)
  const reference = median(references)
  const spread = spreadOf(references)
  return [
    name,
    String(Math.round(perSecond)),
    `${median(own.map((one) => one.p99Ms)).toFixed(1)} ms`,
    String(Math.round(reference)),
    `${Math.round(spread * 100)} %`,
    '≥ 300',
    perSecond >= 300 ? 'yes' : '**no**',
  ]
}
