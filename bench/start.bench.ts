import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../testkit/ports.mjs'
import { median } from './lib/comparison.ts'
import { report } from './lib/report.ts'

// P14: from `npm start` to the first page: in a fresh clone, whose packages are there already (downloads are the
// network's time), and again in the same clone.

const root = join(import.meta.dirname, '..')
const secondRuns = 5
const goals = { firstSeconds: 30, againSeconds: 4 }

const folder = mkdtempSync(join(tmpdir(), 'marga-start-'))
const clone = join(folder, 'marga')
try {
  execFileSync('git', ['clone', '--quiet', root, clone])
  // Hard links: nothing is fetched, and nothing of the packages is written to.
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(clone, 'node_modules')])
  const first = await startOnce()
  const again: number[] = []
  for (let index = 0; index < secondRuns; index++) again.push(await startOnce())
  const row = (what: string, seconds: number, goal: number) => [
    what,
    `${seconds.toFixed(1)} s`,
    `≤ ${goal} s`,
    seconds <= goal ? 'yes' : '**no**',
  ]
  report({
    title: '`npm start` to the first page',
    command: 'npx tsx bench/start.bench.ts',
    columns: ['run', 'time', 'goal', 'reached'],
    rows: [
      row('a fresh clone with its packages there', first, goals.firstSeconds),
      row(`again, median of ${secondRuns}`, median(again), goals.againSeconds),
    ],
    notes: ['P14. With the embedded PostgreSQL, building and the demo included in the first.'],
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** @returns the seconds until the landing page was there */
async function startOnce(): Promise<number> {
  const port = await freePort()
  const begun = Date.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    stdio: 'ignore',
    detached: true,
  })
  try {
    while (!(await isThere(`http://localhost:${port}/`))) {
      if (child.exitCode !== null) throw new Error('npm start ended')
      await sleep(20)
    }
    return (Date.now() - begun) / 1000
  } finally {
    await stop(child)
  }
}

async function stop(child: ChildProcess) {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid!, 'SIGINT')
  await gone
  // npm ends before the server has said goodbye to its database.
  await sleep(3000)
}

async function isThere(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}
