// Names are the field's (lib/name-rules.mjs), and no file or function is longer than somebody reads at once
// (lib/size-rules.mjs; lib/still-long.json lists those that were when the rule began, and may only become shorter).
// SQL is built in queries alone, and rules are pure (lib/layer-rules.mjs; lib/still-mixed.json as still-long.json).
import { readdirSync, readFileSync } from 'node:fs'
import { findFiles } from './lib/import-scan.mjs'
import { findLayerProblems } from './lib/layer-rules.mjs'
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

const stillMixed = new Set(readJson(inProject('scripts/lib/still-mixed.json')))

const problems = []
const seen = new Set()
const mixed = new Set()
for (const path of paths) {
  const text = readFileSync(inProject(path), 'utf8')
  problems.push(...findNameProblems(path, text))
  for (const { key, says } of findLongOnes(path, text)) {
    seen.add(key)
    if (!stillLong.has(key)) problems.push(`${says}: split it by what its parts do`)
  }
  const layerProblems = findLayerProblems(path, text)
  if (layerProblems.length > 0) mixed.add(path)
  if (!stillMixed.has(path)) problems.push(...layerProblems)
}
for (const path of documents)
  problems.push(...findHeadingProblems(path, readFileSync(inProject(path), 'utf8')))
for (const key of stillLong)
  if (!seen.has(key)) problems.push(`${key} is short now: take it off scripts/lib/still-long.json`)
for (const path of stillMixed)
  if (!mixed.has(path))
    problems.push(`${path} keeps to its layer now: take it off scripts/lib/still-mixed.json`)
if (paths.length < 500) problems.push(`Found only ${paths.length} files`)
for (const problem of problems) console.log(problem)
console.log(
  `${paths.length} files, ${stillLong.size} still long, ${stillMixed.size} still mixed, ${problems.length} problems`,
)
process.exitCode = problems.length > 0 ? 1 : 0
