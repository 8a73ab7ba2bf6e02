// deploy/ fits the product: its variables, files and services. Docker itself is not needed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { problemsOfDeploy } from './lib/deploy-rules.mjs'
import { inProject } from './lib/project.mjs'

const read = (path) => readFileSync(inProject(path), 'utf8')
const problems = problemsOfDeploy({
  // Whatever lies there: a file that nobody expected may hold a secret too. deploy/.env is the operator's.
  files: Object.fromEntries(
    readdirSync(inProject('deploy'))
      .filter((name) => name !== '.env')
      .map((name) => [name, read(`deploy/${name}`)]),
  ),
  configSource: read('server/src/config-environment.ts'),
  isThere: (path) => existsSync(inProject(path)),
})
for (const problem of problems) console.log(problem)
console.log(`deploy: ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
