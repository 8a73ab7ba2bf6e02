// Everything that depends on time reads one clock that is handed in: see scripts/lib/clock-rules.mjs.
import { readFileSync } from 'node:fs'
import { findClockProblems, findStaleExceptions } from './lib/clock-rules.mjs'
import { findFiles } from './lib/import-scan.mjs'
import { inProject, root } from './lib/project.mjs'

const paths = findFiles(root)
const problems = [
  ...paths.flatMap((path) => findClockProblems(path, readFileSync(inProject(path), 'utf8'))),
  ...findStaleExceptions(paths),
]
if (paths.length < 500) problems.push(`Found only ${paths.length} files`)
for (const problem of problems) console.log(problem)
console.log(`${paths.length} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
