// What people read is in plain, current English: see scripts/lib/word-rules.mjs.
import { readFileSync } from 'node:fs'
import { findFiles } from './lib/import-scan.mjs'
import { inProject, root } from './lib/project.mjs'
import { findWordProblems } from './lib/word-rules.mjs'

const paths = findFiles(root)
const problems = paths.flatMap((path) => findWordProblems(path, readFileSync(inProject(path), 'utf8')))
if (paths.length < 500) problems.push(`Found only ${paths.length} files`)
for (const problem of problems) console.log(problem)
console.log(`${paths.length} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
