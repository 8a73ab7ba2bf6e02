import { existsSync, rmSync } from 'node:fs'
import { inCache, inProject, readJson } from './project.mjs'
import { runQuietly, runShown } from './run.mjs'

export const journeysConfig = 'e2e/playwright.config.ts'

/** Runs vitest and gives back `{ passed, failed, skipped }`. */
export async function runVitest(env) {
  const report = freshReport('vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runShown(
    process.execPath,
    [inProject('node_modules/vitest/vitest.mjs'), 'run', ...reporters],
    { env },
  )
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = readJson(report)
  return atLeastOneFailure(code, {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
  })
}

/** The projects of the journeys' configuration, in the order in which they run: each alone, the storms last. */
export const journeyProjects = {
  journeys: 'Browser journeys',
  firefox: 'Journeys in Firefox',
  webkit: 'Journeys in WebKit',
  video: 'Video calls',
  storms: 'Storms',
}

/** Runs one project of the browser journeys and gives back `{ passed, failed, skipped }`. */
export async function runJourneys(project, env) {
  const report = freshReport(`playwright-${project}.json`)
  const code = await runShown(
    process.execPath,
    [...playwright, `--project=${project}`, '--reporter=list,json'],
    {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    },
  )
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  return atLeastOneFailure(code, countsOf(readJson(report).stats))
}

/** What passes only when it is tried again has failed. */
export const countsOf = ({ expected, flaky, unexpected, skipped }) => ({
  passed: expected,
  failed: unexpected + flaky,
  skipped,
})

/** How many journeys there are, for when none can run. */
export async function countJourneys(project, env) {
  const output = await runQuietly(process.execPath, [...playwright, `--project=${project}`, '--list'], {
    env,
  })
  return Number(/Total: (\d+)/.exec(output)?.[1] ?? 1)
}

const playwright = [inProject('node_modules/@playwright/test/cli.js'), 'test', '-c', journeysConfig]

/** A file that does not load fails the run without failing a test. */
function atLeastOneFailure(code, counts) {
  return code === 0 ? counts : { ...counts, failed: Math.max(counts.failed, 1) }
}

/** The report of an earlier run must never be counted. */
function freshReport(name) {
  rmSync(inCache(name), { force: true })
  return inCache(name)
}
