import { strict as assert } from 'node:assert'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import { startAppServer } from '../e2e/support/app-server.ts'
import { must } from '../e2e/support/client.ts'
import { makeMentor, type Somebody } from '../e2e/support/people.ts'
import { type BaselineSql, startBaselineSql, watchStatements } from './lib/baseline-search.ts'
import { inTurns, median, spreadOf } from './lib/comparison.ts'
import { startDirectus } from './lib/directus.ts'
import { listPaths } from './lib/directus-list.ts'
import { report } from './lib/report.ts'
import { ask, differentQueries, usualQueries, zipf } from './lib/search-queries.ts'
import { fillSearch } from './lib/seeded-app.ts'
import type { Statement } from './lib/statement-tap.ts'
import { unreadInLua } from './lib/unread.ts'
import { type Load, load } from './lib/wrk.ts'
import { writeLua } from './lib/wrk-script.ts'

// P1 and P2: mentor search under load at 100,000 mentors, beside bare SQL: node:http and pg asking the very
// statements that the product asks, prepared, nothing validated. P1 asks 12 terms × 5 bands × 5 ratings, each time
// so that no kept answer serves; P2 asks 500 queries as often as people do (Zipf), who meet the cache. Then P1 again
// while ten mentors a second change their profiles, each looked for at once. With DIRECTUS=1 the list by band and
// rating too, beside Directus over the same table.

const mentors = Number(process.env.MENTORS ?? 100_000)
const rounds = 5
const secondsARound = 4

/** Demo, for the sake of its moderator. */
const app = await startAppServer({ database: 'server', env: { DEMO: '1' } })
const folder = mkdtempSync(join(tmpdir(), 'marga-bench-'))
try {
  const editors: Somebody[] = []
  for (let index = 0; index < 10; index++) editors.push(await makeMentor(app, `Editor${index}`))
  await fillSearch(app.databaseUrl!, mentors)
  await app.stop()
  const different = differentQueries()
  const usual = usualQueries()
  const statements = await watchStatements(app.databaseUrl!, new Set([...different, ...usual]))
  await app.start()
  const baseline = await startBaselineSql(app.databaseUrl!, statements)
  await compareAnswers([...different, ...usual], statements, baseline)
  const p1 = await measure(baseline, writeScript('different', different, unreadInLua('n')))
  const p2 = await measure(baseline, writeScript('usual', zipf(usual), '""'))
  const edited = await measureEdited(editors, writeScript('edited', different, unreadInLua('n')))
  await baseline.close()
  const list = process.env.DIRECTUS ? [await measureDirectus()] : []
  report({
    title: `Search under load at ${mentors.toLocaleString('en')} mentors`,
    command: 'npx tsx bench/search-load.bench.ts',
    columns: [
      'what is asked',
      'product',
      'p99',
      'bare SQL',
      'its p99',
      'it varies by',
      'ratio',
      'goal',
      'reached',
    ],
    rows: [
      rowOf('P1: 300 searches, all different', p1, 0.9, 1.2),
      rowOf('P2: 500 searches as people ask', p2, 4, undefined),
      edited,
      ...list,
    ],
    notes: [
      `Requests a second, 8 connections, medians of ${rounds} rounds of ${secondsARound} s in turns. Every answer named the same mentors in the same order as bare SQL's rows. wrk, the product, bare SQL and PostgreSQL share two cores and are not pinned to them. A reference that varies by more than 25 % proves nothing. ${list.length > 0 ? 'Directus 10.13.4 lists the same table by the same bands, ratings and order, without cache and limits, four columns of each mentor; its answers named the same mentors in the same order.' : 'Directus was not measured (DIRECTUS=1 does).'}`,
    ],
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
  await app.dispose()
}

/** The mentors of an answer are those of the rows that bare SQL sends, in the same order. */
async function compareAnswers(
  queries: readonly string[],
  statements: Map<string, Statement[]>,
  baseline: BaselineSql,
) {
  let found = 0
  for (const query of queries) {
    const { mentorsSearchResult } = await ask(app.url, query)
    const sent = await (await fetch(`${baseline.url}/api/mentees/mentors?${query}`)).text()
    let at = 0
    for (const { _id } of mentorsSearchResult) {
      const next = sent.indexOf(_id, at)
      assert(next >= 0, `${query}: ${_id} is not among bare SQL's rows, or out of order`)
      at = next + _id.length
      found++
    }
  }
  console.log(
    `${queries.length} searches, ${found} mentors found, the same by bare SQL (${statements.size}).`,
  )
}

function writeScript(name: string, queries: readonly string[], suffix: string): string {
  const addresses = queries.map((query) => `/api/mentees/mentors?${query}`)
  return writeLua(scriptPath(name), addresses, suffix)
}

// A declaration, so that it is there before the lines above run.
function scriptPath(name: string) {
  return join(folder, `${name}.lua`)
}

type Measured = { candidate: Load[]; baseline: Load[] }

async function measure(baseline: BaselineSql, script: string): Promise<Measured> {
  return inTurns(
    rounds,
    () => load({ url: app.url, seconds: secondsARound, script }),
    () => load({ url: baseline.url, seconds: secondsARound, script }),
  )
}

/** The list by band and rating, without kept answers, beside Directus over the same rows. */
async function measureDirectus(): Promise<string[]> {
  await app.stop()
  const uncached = await startAppServer({
    database: { url: app.databaseUrl! },
    env: { DEMO: '1', CACHE_MB: '0' },
  })
  const directus = await startDirectus(app.databaseUrl!, 8655)
  try {
    const { candidatePaths, directusPaths } = listPaths()
    for (const [index, path] of directusPaths.entries()) {
      const answer = await fetch(directus.url + path, { headers: directus.headers })
      const { data } = (await answer.json()) as { data: { mentor_id: string }[] }
      const { mentorsSearchResult } = await ask(uncached.url, candidatePaths[index]!.split('?')[1]!)
      assert.deepEqual(
        data.map((row) => row.mentor_id),
        mentorsSearchResult.map(({ _id }) => _id),
        path,
      )
    }
    const candidateScript = writeLua(scriptPath('listed'), candidatePaths, '""')
    const directusScript = writeLua(scriptPath('directus'), directusPaths, '"&n=" .. n', directus.headers)
    const measured = await inTurns(
      rounds,
      () => load({ url: uncached.url, seconds: secondsARound, script: candidateScript }),
      () => load({ url: directus.url, seconds: secondsARound, script: directusScript }),
    )
    return rowOf(
      'P1: the list by band and rating, beside Directus instead of bare SQL',
      measured,
      8,
      undefined,
    )
  } finally {
    await directus.stop()
    await uncached.dispose()
  }
}

/** P1's searches with and without ten changes a second, in turns. */
async function measureEdited(editors: readonly Somebody[], script: string): Promise<string[]> {
  const [still, busy]: [Load[], Load[]] = [[], []]
  let changes = 0
  for (let round = 0; round < rounds; round++) {
    still.push(await load({ url: app.url, seconds: secondsARound, script }))
    let isOver = false
    const changing = editors.map(async (editor, index) => {
      for (let turn = 0; !isOver; turn++) {
        const nextAt = Date.now() + 1000
        await changeAndLook(editor, index, 500 + ((round * 100 + turn) % 400))
        changes++
        await sleep(Math.max(0, nextAt - Date.now()))
      }
    })
    busy.push(await load({ url: app.url, seconds: secondsARound, script }))
    isOver = true
    await Promise.all(changing)
  }
  const p99 = (loads: Load[]) => median(loads.map((one) => one.p99Ms))
  const ratio = p99(busy) / p99(still)
  return [
    `P1's searches while ${Math.round(changes / rounds / secondsARound)} mentors a second are edited, against none`,
    `${Math.round(median(busy.map((one) => one.perSecond)))}/s`,
    `${p99(busy).toFixed(1)} ms`,
    `${Math.round(median(still.map((one) => one.perSecond)))}/s`,
    `${p99(still).toFixed(1)} ms`,
    `${Math.round(spreadOf(still.map((one) => one.perSecond)) * 100)} %`,
    `p99 ${ratio.toFixed(2)} ×`,
    'p99 ≤ 2 ×',
    ratio <= 2 ? 'yes' : '**no**',
  ]
}

/** The very next search shows what was changed. */
async function changeAndLook({ id, token }: Somebody, index: number, hourlyRate: number) {
  await must(app.url, api.mentors.editProfile, { params: { ownId: id }, body: { hourlyRate } }, { token })
  const { mentorsSearchResult } = await must(app.url, api.search.mentors, {
    query: { search: `Editor${index}` },
  })
  const found = mentorsSearchResult.find(({ _id }) => _id === id)
  assert.equal(found?.hourlyRate, hourlyRate, 'the next search shows the change')
}

function rowOf(
  what: string,
  { candidate, baseline }: Measured,
  goal: number,
  p99Goal: number | undefined,
): string[] {
  const [perSecond, baselinePerSecond] = [candidate, baseline].map((loads) =>
    median(loads.map((one) => one.perSecond)),
  )
  const [p99, baselineP99] = [candidate, baseline].map((loads) => median(loads.map((one) => one.p99Ms)))
  const ratio = perSecond! / baselinePerSecond!
  const isReached = ratio >= goal && (!p99Goal || p99! <= p99Goal * baselineP99!)
  return [
    what,
    `${Math.round(perSecond!)}/s`,
    `${p99!.toFixed(1)} ms`,
    `${Math.round(baselinePerSecond!)}/s`,
    `${baselineP99!.toFixed(1)} ms`,
    `${Math.round(spreadOf(baseline.map((one) => one.perSecond)) * 100)} %`,
    ratio.toFixed(2),
    `≥ ${goal}${p99Goal ? `, p99 ≤ ${p99Goal} × its` : ''}`,
    isReached ? 'yes' : '**no**',
  ]
}
