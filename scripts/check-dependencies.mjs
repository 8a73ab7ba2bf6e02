// Exact versions, a hash for every package, install scripts and licences by name, and what npm audit knows.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { notice } from './lib/console.mjs'
import { auditResult, dependencyProblems, licenceList, runtimePackages } from './lib/dependency-audit.mjs'
import { inProject, readJson } from './lib/project.mjs'

const lock = readJson(inProject('package-lock.json'))
const paths = [
  'package.json',
  ...readJson(inProject('package.json')).workspaces.map((w) => `${w}/package.json`),
]
const manifests = Object.fromEntries(paths.map((path) => [path, readJson(inProject(path))]))
const npmrc = readFileSync(inProject('.npmrc'), 'utf8')

const packages = runtimePackages(lock)
const listPath = inProject('docs/licences.md')
const list = licenceList(packages)
if (process.argv.includes('--write')) writeFileSync(listPath, list)

const problems = dependencyProblems({ manifests, lock, npmrc })
if (packages.length < 100) problems.push(`Found only ${packages.length} packages`)
if (!existsSync(listPath) || readFileSync(listPath, 'utf8') !== list) {
  problems.push(
    'docs/licences.md is not what the lock file says: run node scripts/check-dependencies.mjs --write',
  )
}

const audit = auditResult(askForAudit())
if (audit.notice) notice(`npm audit could not be asked, advisories are NOT checked: ${audit.notice}`)
else problems.push(...audit.problems)

for (const problem of problems) console.log(problem)
console.log(
  `${packages.length} packages, audit ${audit.notice ? 'skipped' : 'asked'}, ${problems.length} problems`,
)
process.exitCode = problems.length > 0 ? 1 : 0

/** Without a network, or where the registry does not know advisories, the answer is no report. */
function askForAudit() {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=10000']
  try {
    return execFileSync('npm', [...args, '-w', 'contract', '-w', 'server', '-w', 'web'], {
      cwd: inProject(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 30_000,
    })
  } catch (error) {
    return error.stdout ?? ''
  }
}
