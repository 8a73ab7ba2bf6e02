import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startAppServer } from '../e2e/support/app-server.ts'
import { chromiumLaunch } from '../e2e/support/chromium.ts'
import { median } from './lib/comparison.ts'
import { startReferences } from './lib/lighthouse-references.ts'
import { report } from './lib/report.ts'

// P13: Lighthouse as a telephone on a slow line would see the pages, five times each. Lighthouse brings much that
// the product does not need: it is installed outside of the dependencies, at the first run of this.

const version = '12.8.2'
const home = join(import.meta.dirname, '../.cache/lighthouse')
const cli = join(home, 'node_modules/lighthouse/cli/index.js')
const runs = 5
/** For whoever mends a page: `ONLY=browse` measures that one once and writes nothing down. */
const only = process.env.ONLY
const goals = { performance: 98, others: 100, lcpTimes: 1.15, cls: 0.01, tbtTimes: 2 }
const run = promisify(execFile)

if (!existsSync(cli)) {
  mkdirSync(home, { recursive: true })
  execFileSync('npm', ['install', '--no-save', '--prefix', home, `lighthouse@${version}`], {
    stdio: 'inherit',
  })
}
const { executablePath = '', args = [] } = chromiumLaunch()
const app = await startAppServer({ database: 'server' })
const references = await startReferences(app.url)
try {
  const found = await fetch(`${app.url}/api/mentees/mentors?limit=1`)
  const { mentorsSearchResult } = (await found.json()) as { mentorsSearchResult: { _id: string }[] }
  const pages = {
    landing: '/',
    browse: '/browse/mentor/search',
    profile: `/browse/mentor/profile/${mentorsSearchResult[0]!._id}`,
    'sign-in': '/auth/login?mentees',
  }
  const smallest = await measure('smallest', references.smallest)
  const rows: string[][] = []
  for (const [name, path] of Object.entries(pages))
    if (!only || only.split(',').includes(name))
      rows.push(
        rowOf(name, await measure(name, app.url + path), {
          smallest,
          bare: await measure(`${name} without script`, references.withoutScript(path)),
        }),
      )
  if (only) console.log(rows.map((row) => row.join(' · ')).join('\n'))
  else
    report({
      title: 'Lighthouse, as a telephone',
      command: 'npx tsx bench/lighthouse.bench.ts',
      columns: [
        'page',
        'performance',
        'accessibility',
        'best practices',
        'SEO',
        'LCP',
        'without script',
        'ratio',
        'CLS',
        'TBT',
        'smallest page',
        'reached',
      ],
      rows,
      notes: [
        `P13, Lighthouse ${version} with its own throttling (simulated), medians of ${runs}. LCP beside the same page without its scripts, TBT beside the smallest page of the framework (a root and a heading, rendered on the server and hydrated by React Router’s own entry), both in the same run. Goals: performance ≥ ${goals.performance}, the others ${goals.others}, LCP ≤ ${goals.lcpTimes} × and TBT ≤ ${goals.tbtTimes} × its reference, CLS ≤ ${goals.cls}.`,
      ],
    })
} finally {
  references.close()
  await app.dispose()
}

type Result = {
  categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', { score: number }>
  audits: Record<string, { id: string; score: number | null; title: string; numericValue: number }>
}

/** Where Lighthouse lost the beginning of the page and says itself to run it again, it is. */
async function lighthouse(url: string, triesLeft = 3): Promise<Result> {
  const flags = ['--headless=new', ...args].join(' ')
  try {
    const { stdout } = await run(
      process.execPath,
      [cli, url, '--output=json', '--quiet', `--chrome-flags=${flags}`],
      { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 64 * 1024 * 1024 },
    )
    return JSON.parse(stdout) as Result
  } catch (error) {
    if (triesLeft > 0 && String(error).includes('NO_NAVSTART')) return lighthouse(url, triesLeft - 1)
    throw error
  }
}

type Measured = { scores: number[]; lcpMs: number; cls: number; tbtMs: number }

async function measure(name: string, url: string): Promise<Measured> {
  // Whoever comes first pays for what the server keeps.
  await fetch(url)
  const results: Result[] = []
  for (let index = 0; index < (only ? 1 : runs); index++) results.push(await lighthouse(url))
  const score = (of: keyof Result['categories']) =>
    median(results.map(({ categories }) => Math.round(categories[of].score * 100)))
  const value = (of: string) => median(results.map(({ audits }) => audits[of]!.numericValue))
  for (const { id, score, title } of Object.values(results[0]!.audits))
    if (score !== null && score < 0.9) console.log(`${name}: ${id}, ${score}: ${title}`)
  return {
    scores: [score('performance'), score('accessibility'), score('best-practices'), score('seo')],
    lcpMs: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbtMs: value('total-blocking-time'),
  }
}

function rowOf(
  name: string,
  { scores, lcpMs, cls, tbtMs }: Measured,
  { bare, smallest }: { bare: Measured; smallest: Measured },
): string[] {
  const isReached =
    scores[0]! >= goals.performance &&
    scores.slice(1).every((one) => one >= goals.others) &&
    lcpMs <= goals.lcpTimes * bare.lcpMs &&
    cls <= goals.cls &&
    tbtMs <= goals.tbtTimes * smallest.tbtMs
  return [
    name,
    ...scores.map(String),
    `${Math.round(lcpMs)} ms`,
    `${Math.round(bare.lcpMs)} ms`,
    `${(lcpMs / bare.lcpMs).toFixed(2)} ×`,
    cls.toFixed(3),
    `${Math.round(tbtMs)} ms`,
    `${Math.round(smallest.tbtMs)} ms`,
    isReached ? 'yes' : '**no**',
  ]
}
