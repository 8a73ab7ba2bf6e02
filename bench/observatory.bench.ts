import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api } from '@marga/contract/api'
import { startAppServer } from '../e2e/support/app-server.ts'
import { must } from '../e2e/support/client.ts'
import { startHttpsFront } from './lib/https-front.ts'
import { report } from './lib/report.ts'

// The grades of MDN's HTTP Observatory for each kind of answer, behind https as in use.

const scanner = '@mdn/mdn-http-observatory'
const version = '1.4.8'
const scoreMin = 120

type Graded = {
  path: string
  status: number
  grade: string
  score: number
  results: { test: string; result: string; pass: boolean; points: number }[]
}

/** Not a dependency of the project: it brings 230 packages, of which a page needs none. */
function installScanner(): string {
  const folder = join(import.meta.dirname, '../.cache/observatory')
  const manifest = join(folder, 'package.json')
  if (!existsSync(join(folder, 'node_modules', scanner, 'package.json'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(manifest, JSON.stringify({ private: true, dependencies: { [scanner]: version } }))
    execFileSync(
      'npm',
      ['install', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--silent'],
      {
        cwd: folder,
        stdio: 'inherit',
      },
    )
  }
  // Browsers' list of sites that are https only, which its install script would fetch: localhost is not on it.
  writeFileSync(join(folder, 'node_modules', scanner, 'conf/hsts-preload.json'), '{}')
  return folder
}

const folder = installScanner()
const scratch = mkdtempSync(join(tmpdir(), 'marga-https-'))
const front = await startHttpsFront(scratch)
const app = await startAppServer({
  database: 'embedded',
  env: { PUBLIC_URL: `https://localhost:${front.httpsPort}`, TRUSTED_PROXIES: '127.0.0.1,::1' },
})
try {
  front.leadTo(app.url)
  const { mentorsSearchResult } = await must(app.url, api.search.mentors, { query: {} })
  const kinds: Record<string, string> = {
    landing: '/',
    browse: '/browse/mentor/search',
    'mentor profile': `/browse/mentor/profile/${mentorsSearchResult[0]!._id}`,
    'sign-in': '/auth/login?mentees',
    'sign-up': '/auth/mentee-register',
    'signed-in area of a mentee': '/mentees',
    'signed-in area of a mentor': '/mentors/scheduler',
    'signed-in area of a moderator': '/moderator',
    'live room': '/mentees/connect/live/0198a000-0000-7000-8000-0000000000d1',
    'answer of the API': '/api/mentees/mentors',
    'refusal of the API': '/api/mentors/subscribed-mentees/0198a000-0000-7000-8000-0000000000d1',
    'page that is not there': '/nowhere-at-all',
  }
  const script = join(import.meta.dirname, 'lib/observatory-scan.mjs')
  const ports = [String(front.httpPort), String(front.httpsPort)]
  const graded = await scan([script, folder, 'localhost', ...ports, ...Object.values(kinds)])
  const names = Object.keys(kinds)
  const isMet = ({ grade, score }: Graded) => grade === 'A+' && score >= scoreMin
  report({
    title: 'Headers, graded by HTTP Observatory',
    command: 'npx tsx bench/observatory.bench.ts',
    columns: ['answer', 'status', 'grade', 'score', 'tests passed', 'reached'],
    rows: graded.map((one, index) => [
      names[index]!,
      String(one.status),
      one.grade,
      String(one.score),
      `${one.results.filter(({ pass }) => pass).length} of ${one.results.length}`,
      isMet(one) ? 'yes' : '**no**',
    ]),
    notes: [
      `${scanner} ${version}: its retrieval and its tests on answers fetched over https from loopback, with a certificate made for the run. Goal: A+ with ${scoreMin} or more.`,
    ],
  })
  for (const { path, results } of graded)
    for (const { test, result, pass, points } of results)
      if (!pass || points < 0) console.log(`${path}: ${test}: ${result} (${points})`)
  process.exitCode = graded.length === names.length && graded.every(isMet) ? 0 : 1
} finally {
  await app.dispose()
  front.close()
  rmSync(scratch, { recursive: true, force: true })
}

/** Another process: the certificate must be trusted from its start. */
async function scan(args: string[]): Promise<Graded[]> {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: front.certificatePath }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 24 })
  return JSON.parse(stdout) as Graded[]
}
