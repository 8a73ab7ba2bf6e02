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

/** Runs the browser journeys and gives back `{ passed, failed, skipped }`. */
export async function runJourneys(env) {
  const report = freshReport('playwright.json')
  const args = [...playwright, '--reporter=list,json']
  const code = await runShown(process.execPath, args, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, flaky, unexpected, skipped } = readJson(report).stats
  return atLeastOneFailure(code, { passed: expected + flaky, failed: unexpected, skipped })
}

/** How many journeys there are, for when none can run. */
export async function countJourneys(env) {
  const output = await runQuietly(process.execPath, [...playwright, '--list'], { env })
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
