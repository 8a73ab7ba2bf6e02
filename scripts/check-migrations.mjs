// No migration stops the traffic of a product that is running: see docs/operations.md, Migrations.
import { readdirSync, readFileSync } from 'node:fs'
import { problemsOf } from './lib/migration-rules.mjs'
import { inProject } from './lib/project.mjs'

const folder = inProject('server/src/migrations')
const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
const problems = names.flatMap((name) =>
  problemsOf(name, readFileSync(inProject('server/src/migrations', name), 'utf8')).map(
    (problem) => `${name}: ${problem}`,
  ),
)
if (names.length < 10) problems.push(`Found only ${names.length} migrations`)
for (const problem of problems) console.log(problem)
console.log(`${names.length} migrations, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
