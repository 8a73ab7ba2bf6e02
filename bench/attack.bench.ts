import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import { startAppServer } from '../e2e/support/app-server.ts'
import { inPercent, inTurns, median, openLoop, spreadOf, verdict } from './lib/comparison.ts'
import { report } from './lib/report.ts'
import { inMs, timingOf } from './lib/rounds.ts'
import { fillSearch } from './lib/seeded-app.ts'
import { startWorkerProcess } from './lib/worker-process.ts'
import { worstSearches } from './lib/worst-searches.ts'

// S8: what everybody else notices while one address does its worst, with the limits as they are delivered: twenty of
// the costliest searches under way and a thousand bodies that never come, each alone and both together.

const mentors = Number(process.env.MENTORS ?? 100_000)
const rounds = Number(process.env.ROUNDS ?? 3)
/** Longer than what everybody asks for is kept, so that each round makes those answers and pages anew as often. */
const seconds = Number(process.env.SECONDS ?? 30)
const perSecond = 50
/** A new one each round: what the last one was allowed a minute is used up. */
const attackerAddress = () => `127.0.0.${2 + attacksBegun++}`
let attacksBegun = 0

const attacks = {
  'twenty of the worst searches': { searchesAtOnce: 20, halfBodies: 0 },
  'a thousand half-sent bodies': { searchesAtOnce: 0, halfBodies: 1000 },
  'both at once': { searchesAtOnce: 20, halfBodies: 1000 },
}

const app = await startAppServer({ database: 'server', env: { DEMO: '1', RATE_LIMIT_FACTOR: '1' } })
const attacker = await startWorkerProcess('attacker.ts')
/** Two hundred people, each from an address of their own, whom no limit may touch. */
const agents = Array.from(
  { length: 200 },
  (_, index) =>
    new Agent({ keepAlive: true, localAddress: `127.0.${1 + Math.floor(index / 100)}.${1 + (index % 100)}` }),
)
try {
  await fillSearch(app.databaseUrl!, mentors)
  await app.stop()
  await app.start()
  const people = await app.sql<{ id: string }>('select mentor_id as id from mentor_search limit 500')
  const words = ['python', 'java', 'design', 'react', 'marketing', 'finance', 'writing', 'sql']
  let asked = 0
  const paths = (turn: number) =>
    [
      `${api.search.mentors.path}?search=${words[turn % words.length]}&limit=12&price=${'abcde'[turn % 5]}`,
      `/browse/mentor/search?search=${words[turn % words.length]}`,
      `/api/mentees/mentor/profile/${people[turn % people.length]!.id}`,
      `${api.search.facets.path}?search=${words[turn % words.length]}&price=${'abcde'[turn % 5]}`,
      '/',
    ][turn % 5]!
  const failures: Record<number, number> = {}
  async function askAsPerson() {
    const turn = asked++
    const status = await ask(agents[turn % agents.length]!, paths(turn))
    if (status !== 200) failures[status] = (failures[status] ?? 0) + 1
  }
  const p99 = async () => timingOf(await openLoop(perSecond, seconds, askAsPerson)).p99
  await p99()
  await p99()

  const rows: string[][] = []
  const told: string[] = []
  for (const [name, attack] of Object.entries(attacks)) {
    const counts: Record<string, number> = {}
    const underAttack = async () => {
      const order = {
        url: app.url.replace('localhost', '127.0.0.1'),
        from: attackerAddress(),
        paths: worstSearches,
      }
      const over = attacker.ask({ ...order, ...attack, seconds: seconds + 2 })
      await sleep(1000)
      const result = await p99()
      for (const [what, count] of Object.entries((await over) as Record<string, number>))
        counts[what] = (counts[what] ?? 0) + count
      return result
    }
    for (const status of Object.keys(failures)) delete failures[Number(status)]
    const { candidate, baseline } = await inTurns(rounds, underAttack, p99, { warmUps: 0 })
    const times = median(candidate) / median(baseline)
    const refused = Object.entries(failures).map(([status, count]) => `${count} × ${status}`)
    rows.push([
      name,
      inMs(median(candidate)),
      inMs(median(baseline)),
      `${times.toFixed(2)} ×`,
      inPercent(spreadOf(baseline)),
      refused.join(', ') || 'none',
      '≤ 2 ×, none',
      refused.length > 0 ? '**no**' : verdict(times <= 2, baseline),
    ])
    told.push(
      `${name}: ${Object.entries(counts)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')}`,
    )
  }
  report({
    title: 'One address doing its worst',
    command: 'npx tsx bench/attack.bench.ts',
    columns: [
      'what it does',
      'p99 of others',
      'idle',
      'ratio',
      'idle varies by',
      'others refused',
      'goal',
      'reached',
    ],
    rows,
    notes: [
      `S8. ${mentors.toLocaleString('en')} mentors, limits as delivered. Others: 200 addresses asking ${perSecond} requests a second (searches, facets, profiles, landing and browse pages), ${rounds} rounds of ${seconds} s in turns with idle ones. What the attacker was answered: ${told.join('; ')}. Attacker, product, PostgreSQL and the measuring process share two cores: what the attacker itself takes of them is in the figures.`,
    ],
  })
} finally {
  for (const agent of agents) agent.destroy()
  await attacker.stop()
  await app.dispose()
}

function ask(agent: Agent, path: string): Promise<number> {
  const { port } = new URL(app.url)
  return new Promise((resolve) => {
    const outgoing = request({ agent, host: '127.0.0.1', port, path }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', () => resolve(0))
    })
    outgoing.on('error', () => resolve(0))
    outgoing.end()
  })
}
