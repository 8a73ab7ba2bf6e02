// Everything that depends on time reads one clock that is handed in, a person's pages show one zone, and the browser's
// storage has one safe way in: see scripts/lib/clock-rules.mjs, zone-rules.mjs and storage-rules.mjs.
import { readFileSync } from 'node:fs'
import { findClockProblems, findStaleExceptions } from './lib/clock-rules.mjs'
import { findFiles } from './lib/import-scan.mjs'
import { inProject, root } from './lib/project.mjs'
import { findStaleStorageExceptions, findStorageProblems } from './lib/storage-rules.mjs'
import { findStaleZoneExceptions, findZoneProblems } from './lib/zone-rules.mjs'

const paths = findFiles(root)
const problems = [
  ...paths.flatMap((path) => {
    const text = readFileSync(inProject(path), 'utf8')
    return [
      ...findClockProblems(path, text),
      ...findZoneProblems(path, text),
      ...findStorageProblems(path, text),
    ]
  }),
  ...findStaleExceptions(paths),
  ...findStaleZoneExceptions(paths),
  ...findStaleStorageExceptions(paths),
]
if (paths.length < 500) problems.push(`Found only ${paths.length} files`)
for (const problem of problems) console.log(problem)
console.log(`${paths.length} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
