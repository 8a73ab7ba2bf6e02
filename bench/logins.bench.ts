import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import { startAppServer } from '../e2e/support/app-server.ts'
import { createCaller } from './lib/caller.ts'
import { closedLoop, inPercent, inTurns, median, openLoop, spreadOf, verdict } from './lib/comparison.ts'
import { benchEnvironment } from './lib/pairs.ts'
import { report } from './lib/report.ts'
import { inMs, timingOf } from './lib/rounds.ts'
import { unread } from './lib/unread.ts'
import { startWorkerProcess } from './lib/worker-process.ts'

// P9: logins a second beside the password hash alone, and searches while logins flood.

const rounds = 5
const seconds = Number(process.env.SECONDS ?? 3)
/** Five hundred searches a round: a p99 of fewer is that of the slowest one. */
const searchSeconds = 10
const atOnce = 8
const floodAtOnce = 64
const searchesASecond = 50
const password = 'a password of the bench'
const peopleCount = 100

const app = await startAppServer({
  database: 'server',
  env: { ...benchEnvironment, DEMO: '1', RATE_LIMIT_FACTOR: '100000' },
})
const argon = await startWorkerProcess('raw-argon.ts')
const [logins, searches] = [createCaller(app.url), createCaller(app.url)]
try {
  const emails: string[] = []
  for (let number = 0; number < peopleCount; number++) {
    const email = `login-${number}@bench.example`
    const body = {
      firstName: 'Log',
      lastName: 'In',
      email,
      phone: '9876543210',
      password,
      confirmpassword: password,
    }
    const { status, text } = await logins.call('POST', api.accounts.registerMentee.path, { body })
    if (status >= 300) throw new Error(`${status} ${text}`)
    emails.push(email)
  }
  let refused = 0
  async function logIn(turn: number, isFlood = false) {
    const { status, text } = await logins.call('POST', api.accounts.loginMentee.path, {
      body: { email: emails[turn % peopleCount], password },
    })
    if (status === 200) return
    // A flood may be told to come back; whoever is measured may not.
    if (!isFlood || status !== 503) throw new Error(`${status} ${text}`)
    refused++
  }
  const { candidate, baseline } = await inTurns(
    rounds,
    () => closedLoop(atOnce, seconds, logIn),
    async () => Number(await argon.ask({ atOnce, seconds })),
  )
  const ratio = median(candidate) / median(baseline)

  let asked = 0
  // Each another question: kept answers would hide what is measured.
  const searchOnce = async () => {
    const { status } = await searches.call(
      'GET',
      `${api.search.mentors.path}?limit=12&search=${encodeURIComponent(`python${unread(++asked)}`)}`,
    )
    if (status !== 200) throw new Error(`the search answered ${status}`)
  }
  const p99 = async () => timingOf(await openLoop(searchesASecond, searchSeconds, searchOnce)).p99
  const underFlood = async () => {
    let isOver = false
    const flood = Array.from({ length: floodAtOnce }, async (_, index) => {
      for (let turn = index; !isOver; turn += floodAtOnce) await logIn(turn, true)
    })
    // The flood, not the moment in which sixty-four arrive at once.
    await sleep(1000)
    const result = await p99()
    isOver = true
    await Promise.all(flood)
    return result
  }
  const search = await inTurns(rounds, underFlood, p99)
  const times = median(search.candidate) / median(search.baseline)
  report({
    title: 'Logins, and searches while logins flood',
    command: 'npx tsx bench/logins.bench.ts',
    columns: ['what', 'product', 'reference', 'ratio', 'reference varies by', 'goal', 'reached'],
    rows: [
      [
        `logins a second, ${atOnce} under way; beside the hash alone`,
        median(candidate).toFixed(1),
        median(baseline).toFixed(1),
        `${ratio.toFixed(2)} ×`,
        inPercent(spreadOf(baseline)),
        '≥ 0.9 ×',
        verdict(ratio >= 0.9, baseline),
      ],
      [
        `p99 of searches, ${searchesASecond} a second, while ${floodAtOnce} log in; beside idle`,
        inMs(median(search.candidate)),
        inMs(median(search.baseline)),
        `${times.toFixed(2)} ×`,
        inPercent(spreadOf(search.baseline)),
        '≤ 2 ×',
        verdict(times <= 2, search.baseline),
      ],
    ],
    notes: [
      `P9. ${rounds} rounds of ${seconds} s for logins and ${searchSeconds} s for searches, in turns; ${refused} logins of the flood were told to come back. PostgreSQL 15 and the load generator on the same two cores.`,
    ],
  })
} finally {
  logins.close()
  searches.close()
  await argon.stop()
  await app.dispose()
}
