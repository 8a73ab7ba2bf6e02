import { readdirSync } from 'node:fs'
import { PlainError, step } from './console.mjs'
import { findScript, inProject } from './project.mjs'
import { runQuietly } from './run.mjs'

/** Runs every check, also after one has failed, and gives back `{ passed, failed, skipped }`. */
export async function runChecks() {
  const lanes = listChecks()
  const failures = (await Promise.all(lanes.map(runInTurn))).flat()
  if (failures.length > 0) console.log(`Failed: ${failures.join(', ')}`)
  return { passed: lanes.flat().length - failures.length, failed: failures.length, skipped: 0 }
}

/** @returns the labels of those that failed */
async function runInTurn(checks) {
  const failures = []
  for (const [label, command, args] of checks) {
    try {
      const output = await step(label, () => runQuietly(command, args))
      for (const line of output.split('\n').filter(isNotice)) console.log(line)
    } catch (error) {
      if (!(error instanceof PlainError)) throw error
      failures.push(label)
      console.log(`${error.message}\n`)
    }
  }
  return failures
}

/** What a check could not look at is said although it has passed. */
const isNotice = (line) => line.includes('NOT checked')

/** Two lanes of about the same length, for two cores: what reads types of browser and journeys, and the rest. */
function listChecks() {
  const node = process.execPath
  const installed = (path) => inProject('node_modules', path)
  const typed = ['web', 'e2e', 'bench'].filter((folder) => findScript(folder, 'typecheck'))
  const selfTests = readdirSync(inProject('scripts')).filter((name) => name.endsWith('.test.mjs'))
  return [
    typed.map((folder) => [`Types of ${folder}`, 'npm', ['run', '--silent', 'typecheck', '-w', folder]]),
    [
      ['Types of contract and server', node, [installed('typescript/bin/tsc'), '-b']],
      [
        'Format and lint',
        node,
        [installed('@biomejs/biome/bin/biome'), 'check', '--max-diagnostics=100', '.'],
      ],
      ['Import table', node, [inProject('scripts/check-imports.mjs')]],
      ['Names and sizes', node, [inProject('scripts/check-names.mjs')]],
      ['Documents', node, [inProject('scripts/check-docs.mjs')]],
      ['One clock, one zone', node, [inProject('scripts/check-clock.mjs')]],
      ['Migrations', node, [inProject('scripts/check-migrations.mjs')]],
      ['deploy/', node, [inProject('scripts/check-deploy.mjs')]],
      ['Words', node, [inProject('scripts/check-words.mjs')]],
      ['Texts and rules', node, [inProject('scripts/check-traceability.mjs')]],
      ['Packages: versions, licences, advisories', node, [inProject('scripts/check-dependencies.mjs')]],
      ['The checks themselves', node, ['--test', ...selfTests.map((name) => inProject('scripts', name))]],
    ],
  ]
}
