import { createServer, get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startAppServer } from '../e2e/support/app-server.ts'
import { inTurns, median, spreadOf } from './lib/comparison.ts'
import { report } from './lib/report.ts'
import { fillSearch } from './lib/seeded-app.ts'
import { browserHeaders, load } from './lib/wrk.ts'

// P11: public pages under wrk (apt-get install wrk), compressed as browsers take them, beside a constant of the same
// size from node:http, the two in turns; then browse once more among 100,000 mentors with nothing kept. The product and its references share this
// machine with wrk.

const rounds = 5
const secondsARound = 2
const mentors = Number(process.env.MENTORS ?? 100_000)
const goals = { kept: 1000, notKept: 100 }

const app = await startAppServer({ database: 'server' })
try {
  const found = await fetch(`${app.url}/api/mentees/mentors?limit=1`)
  const { mentorsSearchResult } = (await found.json()) as { mentorsSearchResult: { _id: string }[] }
  const addresses = {
    landing: '/',
    browse: '/browse/mentor/search',
    profile: `/browse/mentor/profile/${mentorsSearchResult[0]!._id}`,
    'search answer': '/api/mentees/mentors?search=python',
  }
  const rows: string[][] = []
  for (const [name, path] of Object.entries(addresses))
    rows.push(await measure(name, app.url + path, goals.kept))
  rows.push(await measureNotKept())
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
      `P11, 8 connections that take what browsers take (gzip, deflate, br, zstd), median of ${rounds} rounds of ${secondsARound} s in turns with hello, answers kept as in use unless the row says otherwise. A reference that varies by more than 25 % proves nothing.`,
    ],
  })
} finally {
  await app.dispose()
}

/** Every answer and page made anew for whoever asks: what the first visitor after a change waits for. */
async function measureNotKept(): Promise<string[]> {
  const large = await startAppServer({ database: 'server', env: { DEMO: '0', CACHE_MB: '0' } })
  try {
    await fillSearch(large.databaseUrl!, mentors)
    await large.stop()
    await large.start()
    const name = `browse among ${mentors.toLocaleString('en')} mentors, nothing kept`
    return await measure(name, `${large.url}/browse/mentor/search`, goals.notKept)
  } finally {
    await large.dispose()
  }
}

async function measure(name: string, url: string, goal: number): Promise<string[]> {
  const body = await new Promise<Buffer>((resolve, reject) => {
    get(url, { headers: browserHeaders }, (response) => buffer(response).then(resolve, reject)).on(
      'error',
      reject,
    )
  })
  const hello = createServer((_request, response) => response.end(body))
  await new Promise<void>((resolve) => hello.listen(0, '127.0.0.1', resolve))
  const address = hello.address()
  const helloUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
  const { candidate, baseline } = await inTurns(
    rounds,
    () => load({ url, seconds: secondsARound }),
    () => load({ url: helloUrl, seconds: secondsARound }),
  )
  await new Promise((resolve) => hello.close(resolve))
  const perSecond = median(candidate.map((one) => one.perSecond))
  const baselineRates = baseline.map((one) => one.perSecond)
  const baselineRate = median(baselineRates)
  const spread = spreadOf(baselineRates)
  return [
    name,
    String(Math.round(perSecond)),
    `${median(candidate.map((one) => one.p99Ms)).toFixed(1)} ms`,
    String(Math.round(baselineRate)),
    `${Math.round(spread * 100)} %`,
    `≥ ${goal}`,
    perSecond >= goal ? 'yes' : '**no**',
  ]
}
