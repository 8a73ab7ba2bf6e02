// npm test: installs what is missing, checks, builds, runs every test there is, and ends with the counts.
import './lib/require-node.mjs'
import { existsSync } from 'node:fs'
import { runChecks } from './lib/checks.mjs'
import { bold, notice, PlainError, seconds, step } from './lib/console.mjs'
import { ensurePackages, ensureReady } from './lib/prepare.mjs'
import { inProject } from './lib/project.mjs'
import { runQuietly } from './lib/run.mjs'
import { ensureSystemPackages, findChromium, findCommand } from './lib/system-packages.mjs'
import { countJourneys, journeysConfig, runJourneys, runVitest } from './lib/test-parts.mjs'
import { endServices, providePostgres, provideRedis } from './lib/test-services.mjs'

const results = []
const skips = []

/** Nothing of the developer's own installation may be touched by a test, or decide how one ends. */
const env = { ...process.env }
for (const name of ['DATABASE_URL', 'REDIS_URL', 'DATA_DIR', 'TOKEN_SECRET', 'PORT', 'DEMO', 'NODE_ENV'])
  delete env[name]

async function runEverything() {
  await ensurePackages()
  await ensureSystemPackages()
  await part('Checks', runChecks)
  await part('Build', build)
  await provideServices()
  await part('Generated types', checkGeneratedTypes)
  await part('Unit and server tests', () => runVitest(env))
  await part('Browser journeys', runJourneysIfPossible)
}

/** Runs one part, notes its counts, and stops everything when something in it failed. */
async function part(name, work) {
  console.log(`\n${bold(name)}`)
  const startedMs = Date.now()
  const counts = (await work()) ?? { passed: 1, failed: 0, skipped: 0 }
  results.push({ name, ...counts, time: seconds(startedMs) })
  if (counts.failed > 0) throw new PlainError(`${name}: stopped here, ${counts.failed} failed`)
}

async function build() {
  await ensureReady()
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

async function runJourneysIfPossible() {
  if (!existsSync(inProject(journeysConfig))) {
    skip('browser journeys: there are none yet')
    return { passed: 0, failed: 0, skipped: 0 }
  }
  const chromium = await findChromium()
  if (!chromium) {
    skip('browser journeys: no Chromium was found, and none could be installed')
    return { passed: 0, failed: 0, skipped: await countJourneys(env) }
  }
  if (chromium.path) env.CHROMIUM_PATH = chromium.path
  return runJourneys(env)
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
  for (const { name, passed, failed, skipped, time } of results) {
    console.log(`  ${name.padEnd(24)} ${passed} passed, ${failed} failed, ${skipped} skipped, ${time}`)
  }
  for (const what of skips) console.log(`  Skipped: ${what}`)
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
const failed = Math.max(total('failed'), isBroken ? 1 : 0)
process.exitCode = failed > 0 ? 1 : 0
console.log(`${total('passed')} passed, ${failed} failed, ${total('skipped')} skipped`)
