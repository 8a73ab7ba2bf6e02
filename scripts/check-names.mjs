// Names are the field's (lib/name-rules.mjs), and no file or function is longer than somebody reads at once
// (lib/size-rules.mjs; lib/still-long.json lists those that were when the rule began, and may only become shorter).
import { readdirSync, readFileSync } from 'node:fs'
import { findFiles } from './lib/import-scan.mjs'
import { findHeadingProblems, findNameProblems } from './lib/name-scan.mjs'
import { inProject, readJson, root } from './lib/project.mjs'
import { findLongOnes } from './lib/size-rules.mjs'

const listScripts = (folder) =>
  readdirSync(inProject(folder), { recursive: true })
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => `${folder}/${name}`)
const paths = [...findFiles(root), ...listScripts('scripts')].filter((path) => !path.includes('.generated.'))
const documents = ['README.md', 'AGENTS.md'].concat(
  readdirSync(inProject('docs'), { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
)
const stillLong = new Set(readJson(inProject('scripts/lib/still-long.json')))

const problems = []
const seen = new Set()
for (const path of paths) {
  const text = readFileSync(inProject(path), 'utf8')
  problems.push(...findNameProblems(path, text))
  for (const { key, says } of findLongOnes(path, text)) {
    seen.add(key)
    if (!stillLong.has(key)) problems.push(`${says}: split it by what its parts do`)
  }
}
for (const path of documents)
  problems.push(...findHeadingProblems(path, readFileSync(inProject(path), 'utf8')))
for (const key of stillLong)
  if (!seen.has(key)) problems.push(`${key} is short now: take it off scripts/lib/still-long.json`)
if (paths.length < 500) problems.push(`Found only ${paths.length} files`)
for (const problem of problems) console.log(problem)
console.log(`${paths.length} files, ${stillLong.size} still long, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
