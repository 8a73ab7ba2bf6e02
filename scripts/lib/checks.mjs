import { readdirSync } from 'node:fs'
import { PlainError, step } from './console.mjs'
import { inProject } from './project.mjs'
import { runQuietly } from './run.mjs'

/** As many at once as machines of two cores carry: the longest takes half a minute of both. */
const atOnce = 2

/** Runs every check, also after one has failed, and gives back `{ passed, failed, skipped }`. */
export async function runChecks() {
  const checks = listChecks()
  const waiting = [...checks]
  const failures = []
  async function takeNext() {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (!(await passes(check))) failures.push(check[0])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
  if (failures.length > 0) console.log(`Failed: ${failures.join(', ')}`)
  return { passed: checks.length - failures.length, failed: failures.length, skipped: 0 }
}

async function passes([label, command, args]) {
  try {
    const output = await step(label, () => runQuietly(command, args))
    for (const line of output.split('\n').filter(isNotice)) console.log(line)
    return true
  } catch (error) {
    if (!(error instanceof PlainError)) throw error
    console.log(`${error.message}\n`)
    return false
  }
}

/** What a check could not look at is said although it has passed. */
const isNotice = (line) => line.includes('NOT checked')

/** The longest first, so that none of them begins when the others are done. */
function listChecks() {
  const node = process.execPath
  const installed = (path) => inProject('node_modules', path)
  const selfTests = readdirSync(inProject('scripts')).filter((name) => name.endsWith('.test.mjs'))
  // TypeScript's own newest, which takes a third of the time; what builds the pages still needs the one before.
  const typesOf = (folder, label = `Types of ${folder}`) => [
    label,
    node,
    [installed('typescript-7/bin/tsc'), '-p', inProject(folder)],
  ]
  return [
    typesOf('server'),
    ['Types of web', 'npm', ['run', '--silent', 'typecheck', '-w', 'web']],
    ['The checks themselves', node, ['--test', ...selfTests.map((name) => inProject('scripts', name))]],
    // One program: apart, both would read and check the contract again.
    typesOf('bench', 'Types of e2e and bench'),
    typesOf('contract'),
    ['Format and lint', node, [installed('@biomejs/biome/bin/biome'), 'check', '--max-diagnostics=100', '.']],
    ['Import table', node, [inProject('scripts/check-imports.mjs')]],
    ['Names and sizes', node, [inProject('scripts/check-names.mjs')]],
    ['Documents', node, [inProject('scripts/check-docs.mjs')]],
    ['One clock, one zone, one storage', node, [inProject('scripts/check-clock.mjs')]],
    ['Migrations', node, [inProject('scripts/check-migrations.mjs')]],
    ['deploy/', node, [inProject('scripts/check-deploy.mjs')]],
    ['Words', node, [inProject('scripts/check-words.mjs')]],
    ['Texts and rules', node, [inProject('scripts/check-traceability.mjs')]],
    ['Packages: versions, licences, advisories', node, [inProject('scripts/check-dependencies.mjs')]],
  ]
}
