import { existsSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { inCache, inProject, readJson } from './project.mjs'
import { runQuietly, runShown } from './run.mjs'

export const journeysConfig = 'e2e/playwright.config.ts'

/** Runs vitest and gives back `{ passed, failed, skipped, failures }`, the failures by name. */
export async function runVitest(env) {
  const report = freshReport('vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runShown(
    process.execPath,
    [inProject('node_modules/vitest/vitest.mjs'), 'run', ...reporters],
    { env },
  )
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = readJson(report)
  return atLeastOneFailure(code, {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures: failuresOfVitest(testResults),
  })
}

/** What failed of vitest's files, each by its place and title; of a file that did not load, the file. */
export const failuresOfVitest = (files) =>
  files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${fromProject(name)}: ${firstLine(message)}`] : []
    return failed.map(
      (test) => `${fromProject(name)} › ${test.fullName}: ${firstLine(test.failureMessages.join('\n'))}`,
    )
  })

const fromProject = (path) => relative(inProject('.'), path)
const firstLine = (text) => (text ?? '').trim().split('\n')[0]

/** The projects of the journeys' configuration, in the order in which they run: each alone, the storms last. */
export const journeyProjects = {
  journeys: 'Browser journeys',
  firefox: 'Journeys in Firefox',
  webkit: 'Journeys in WebKit',
  video: 'Video calls',
  storms: 'Storms',
}

/** Runs one project of the browser journeys and gives back `{ passed, failed, skipped, failures }`. */
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
  const { stats, suites } = readJson(report)
  return atLeastOneFailure(code, { ...countsOf(stats), failures: failuresOfJourneys(suites) })
}

/** What failed of Playwright's suites, which hold suites; each by its place and title, with what its pages showed. */
export const failuresOfJourneys = (suites = []) =>
  suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => [`${file}:${line} › ${title}`, ...shownBy(tests)].join('\n')),
    ...failuresOfJourneys(inner),
  ])

const shownLinesMax = 60
const shownLineMax = 160

/** Of the attachments of e2e/support/failure-report.ts: where the machine is gone, no picture is left to look at. */
const shownBy = (tests = []) =>
  tests
    .flatMap(({ results }) => results)
    .flatMap(({ attachments }) => attachments)
    .filter(({ name }) => name === 'what was shown')
    .map(({ body }) => {
      const lines = Buffer.from(body, 'base64').toString('utf8').split('\n')
      const cut = lines.length > shownLinesMax ? [`… ${lines.length - shownLinesMax} more lines`] : []
      const kept = lines.slice(0, shownLinesMax).map((line) => line.slice(0, shownLineMax))
      return ['Shown:', ...kept, ...cut].map((line) => `    ${line}`).join('\n')
    })

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
