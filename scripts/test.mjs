// npm test: installs what is missing, checks, builds, runs every test there is, and ends with the counts.
import './lib/require-node.mjs'
import { cpus } from 'node:os'
import { findWebKit } from '../testkit/webkit.mjs'
import { runChecks } from './lib/checks.mjs'
import { bold, notice, PlainError, seconds, step } from './lib/console.mjs'
import { ensureComplete, ensurePackages } from './lib/prepare.mjs'
import { inProject } from './lib/project.mjs'
import { runQuietly } from './lib/run.mjs'
import { ensureSystemPackages, findChromium, findCommand, findFirefox } from './lib/system-packages.mjs'
import { countJourneys, journeyProjects, runJourneys, runVitest } from './lib/test-parts.mjs'
import { useMemoryForScratch } from './lib/test-scratch.mjs'
import { endServices, providePostgres, provideRedis } from './lib/test-services.mjs'

const results = []
const skips = []

const scratch = useMemoryForScratch()

/** Nothing of the developer's own installation may be touched by a test, or decide how one ends. */
const env = { ...process.env }
for (const name of ['DATABASE_URL', 'REDIS_URL', 'DATA_DIR', 'TOKEN_SECRET', 'PORT', 'DEMO', 'NODE_ENV'])
  delete env[name]

async function runEverything() {
  notice(scratch ? `What tests throw away lies in memory (${scratch})` : 'What tests throw away lies on disk')
  await ensurePackages()
  await ensureSystemPackages()
  await part('Checks', runChecks)
  const { failed } = await part('Build', ensureComplete)
  if (failed > 0) throw new PlainError('Nothing else can be tried without the build')
  await part('Weights', checkWeights)
  await provideServices()
  await part('Generated types', checkGeneratedTypes)
  await part('Unit and server tests', () => runVitest(env))
  const chromium = await findBrowser()
  const engines = {
    firefox: findOtherEngine('Firefox', findFirefox()),
    webkit: findOtherEngine('WebKit', hasWebKit()),
  }
  for (const [project, name] of Object.entries(journeyProjects))
    await part(name, () => runJourneysIfPossible(project, project in engines ? engines[project] : chromium))
}

/** Runs one part and notes its counts; what failed in one hides nothing of the next. */
async function part(name, work) {
  console.log(`\n${bold(name)}`)
  const [startedMs, before] = [Date.now(), coreTimes()]
  const counts = (await work().catch(asFailure)) ?? { passed: 1, failed: 0, skipped: 0 }
  results.push({ name, ...counts, time: seconds(startedMs), busy: busyShare(before, coreTimes()) })
  return counts
}

/** Milliseconds of all cores since the machine started: idle, and in all. */
function coreTimes() {
  const times = cpus().map((core) => core.times)
  const all = times.flatMap(Object.values).reduce((sum, ms) => sum + ms, 0)
  return { all, idle: times.reduce((sum, { idle }) => sum + idle, 0) }
}

/** Of everything on the machine: a part whose cores were free waited for something else than them. */
const busyShare = (before, after) =>
  `${Math.round(100 * (1 - (after.idle - before.idle) / Math.max(1, after.all - before.all)))} %`

function asFailure(error) {
  console.error(error instanceof PlainError ? error.message : error)
  return { passed: 0, failed: 1, skipped: 0 }
}

async function checkWeights() {
  await step('Weight of the pages', () =>
    runQuietly(process.execPath, [inProject('scripts/check-weights.mjs')]),
  )
}

async function provideServices() {
  const postgres = await step('Finding a PostgreSQL for the tests', providePostgres)
  notice(`Server tests run on ${postgres.what}`)
  env.TEST_DATABASE_URL = postgres.url
  const redis = await provideRedis()
  if (redis) env.TEST_REDIS_URL = redis.url
  notice(
    redis
      ? `Tests of several processes run on ${redis.what}`
      : skip('tests that need Redis: no redis-server was found'),
  )
  if (!findCommand('turnserver')) skip('tests of video through a relay: no turnserver (coturn) was found')
}

async function checkGeneratedTypes() {
  await step('Database types against the migrations', () =>
    runQuietly(process.execPath, [inProject('scripts/db-types.mjs'), '--verify'], { env }),
  )
}

async function findBrowser() {
  const chromium = await findChromium()
  if (!chromium) skip('browser journeys: no Chromium was found, and none could be installed')
  if (chromium?.path) env.CHROMIUM_PATH = chromium.path
  return chromium
}

function findOtherEngine(name, engine) {
  if (!engine) skip(`journeys in ${name}: none was found, and none could be installed`)
  return engine
}

function hasWebKit() {
  const { driver, display } = findWebKit()
  return driver !== undefined && display !== undefined
}

async function runJourneysIfPossible(project, browser) {
  if (browser) return runJourneys(project, env)
  return { passed: 0, failed: 0, skipped: await countJourneys(project, env) }
}

function skip(what) {
  skips.push(what)
  return `Skipped: ${what}`
}

function total(key) {
  return results.reduce((sum, result) => sum + result[key], 0)
}

function printSummary() {
  console.log(`\n${bold('Summary')}`)
  for (const { name, passed, failed, skipped, time, busy } of results) {
    const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`
    console.log(`  ${name.padEnd(24)} ${counts}, ${time}, cores ${busy} busy`)
  }
  for (const what of skips) console.log(`  Skipped: ${what}`)
  // Once more at the end: of a long output only its tail may be kept.
  for (const what of results.flatMap(({ failures }) => failures ?? [])) console.log(`  Failed: ${what}`)
}

let isBroken = false
try {
  await runEverything()
} catch (error) {
  console.error(error instanceof PlainError ? `\n${error.message}` : error)
  isBroken = true
} finally {
  await endServices()
}
printSummary()
const allFailed = Math.max(total('failed'), isBroken ? 1 : 0)
process.exitCode = allFailed > 0 ? 1 : 0
console.log(`${total('passed')} passed, ${allFailed} failed, ${total('skipped')} skipped`)
