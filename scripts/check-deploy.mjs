// deploy/ fits the product: its variables, files and services. Docker itself is not needed.
import { existsSync, readFileSync } from 'node:fs'
import { problemsOfDeploy } from './lib/deploy-rules.mjs'
import { inProject } from './lib/project.mjs'

const read = (path) => readFileSync(inProject(path), 'utf8')
const problems = problemsOfDeploy({
  compose: read('deploy/compose.yaml'),
  dockerfile: read('deploy/Dockerfile'),
  caddyfile: read('deploy/Caddyfile'),
  envExample: read('deploy/env.example'),
  configSource: read('server/src/config.ts'),
  isThere: (path) => existsSync(inProject(path)),
})
for (const problem of problems) console.log(problem)
console.log(`deploy: ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
