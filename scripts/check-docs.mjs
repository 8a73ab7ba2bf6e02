// What the documents name is there: links, paths, commands, and the goals by their codes (lib/doc-rules.mjs).
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  findCommands,
  findDocProblems,
  findOrderProblems,
  findPathProblems,
  findRecordProblems,
  findUndefinedGoals,
  findUndistributed,
  listGoals,
  listTables,
} from './lib/doc-rules.mjs'
import { featureOrder } from './lib/import-rules.mjs'
import { inProject, readJson } from './lib/project.mjs'

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: inProject(),
  encoding: 'utf8',
}).split('\n')
const read = (path) => readFileSync(inProject(path), 'utf8')
const names = new Set(files.map((path) => basename(path)))
const goals = listGoals(read('docs/goals.md'))
const repository = {
  has: (path) => existsSync(inProject(path)),
  hasFileNamed: (name) => names.has(name),
  scripts: Object.keys(readJson(inProject('package.json')).scripts),
  goals,
}

const isThere = (path) => existsSync(inProject(path))
const documents = files
  .filter((path) => /^(docs\/.*|README|AGENTS)(\.md)?$/.test(path) && path.endsWith('.md'))
  .filter(isThere)
const code = files
  .filter((path) => /^(bench|e2e|scripts|server|web|contract)\/.*\.(ts|tsx|mjs)$/.test(path))
  .filter(isThere)

const deploy = files.filter((path) => path.startsWith('deploy/')).filter(isThere)

const records = documents.filter((path) => path.startsWith('docs/decisions/')).map((path) => basename(path))

const tables = listTables(read('server/src/platform/db/types.generated.ts'))

const problems = [
  ...findOrderProblems(read('docs/architecture.md'), featureOrder),
  ...findPathProblems(read('docs/architecture.md')),
  ...findUndistributed(read('docs/scaling.md'), tables),
  ...findRecordProblems(records, (name) => read(`docs/decisions/${name}`)),
  ...documents.flatMap((path) => findDocProblems(path, read(path), repository)),
  ...deploy.flatMap((path) => findCommands(read(path), repository).map((says) => `${path} ${says}`)),
  ...code.flatMap((path) => findUndefinedGoals(read(path), repository).map((says) => `${path} ${says}`)),
]
if (documents.length < 10 || code.length < 500 || goals.length < 20 || tables.length < 50) {
  problems.push(
    `Read only ${documents.length} documents, ${code.length} files of code, ${goals.length} goals, ${tables.length} tables`,
  )
}
for (const problem of problems) console.log(problem)
console.log(`${documents.length} documents, ${goals.length} goals, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
