import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../testkit/ports.mjs'
import { median } from './lib/comparison.ts'
import { report } from './lib/report.ts'

// P14: from `npm start` to the first page: in a fresh clone from nothing (npm's own cache is warm: downloads are the
// network's time), in one whose packages are there already, and again in that clone.

const root = join(import.meta.dirname, '..')
const secondRuns = 5
const goals = { nothingSeconds: 60, firstSeconds: 20, againSeconds: 3 }

const folder = mkdtempSync(join(tmpdir(), 'marga-start-'))
const clone = join(folder, 'marga')
const bareClone = join(folder, 'from-nothing')
try {
  for (const target of [clone, bareClone]) execFileSync('git', ['clone', '--quiet', root, target])
  const fromNothing = await startOnce(bareClone)
  // Hard links: nothing is fetched, and nothing of the packages is written to.
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(clone, 'node_modules')])
  const first = await startOnce(clone)
  const again: number[] = []
  for (let index = 0; index < secondRuns; index++) again.push(await startOnce(clone))
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
      row('a fresh clone, from nothing', fromNothing, goals.nothingSeconds),
      row('a fresh clone with its packages there', first, goals.firstSeconds),
      row(`again, median of ${secondRuns}`, median(again), goals.againSeconds),
    ],
    notes: ['P14. With the embedded PostgreSQL, building and the demo included in the first.'],
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** @returns the seconds until the landing page was there */
async function startOnce(cwd: string): Promise<number> {
  const port = await freePort()
  const begun = Date.now()
  const child = spawn('npm', ['start'], {
    cwd,
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
