// Every text of the contract is shown somewhere, and every rule of docs/behaviour/rules.md has its test.
import { execFileSync } from 'node:child_process'
import { inProject } from './lib/project.mjs'
import { listRules, listTexts, problemOf, readIfThere, unusedTexts } from './lib/traceability.mjs'

const git = (...args) => execFileSync('git', args, { cwd: inProject(), encoding: 'utf8' })
const isProduct = (path) =>
  /^(contract|server|web)\/.*\.tsx?$/.test(path) &&
  !/\.test\.tsx?$|\/testing\/|^contract\/src\/texts\.ts$/.test(path)

const files = git('ls-files', '-co', '--exclude-standard').split('\n').filter(isProduct)
const sources = files.map((path) => readIfThere(inProject(path)) ?? '')
const texts = listTexts(readIfThere(inProject('contract/src/texts.ts')))
const rules = listRules(readIfThere(inProject('docs/behaviour/rules.md')))

// A sentence in the table of failures is shown only if somebody asks for that table's row.
const failureTables = readIfThere(inProject('web/app/lib/failure-texts.ts'))
const rows = [...failureTables.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name)
const isAskedFor = (row) => sources.some((source) => source.includes(`failureText('${row}'`))

const problems = [
  ...unusedTexts(texts, sources).map((path) => `texts.${path} is shown nowhere`),
  ...rows.filter((row) => !isAskedFor(row)).map((row) => `failureTexts.${row} is asked for nowhere`),
  ...rules.map((rule) => problemOf(rule, (path) => readIfThere(inProject(path)))).filter(Boolean),
]
if (texts.length < 50 || rules.length < 100 || rows.length < 10) {
  problems.push(`Read only ${texts.length} texts, ${rows.length} failure tables and ${rules.length} rules`)
}
for (const problem of problems) console.log(problem)
console.log(`${texts.length} texts, ${rules.length} rules, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
