// What a document may name: files and folders that are there, scripts of package.json, goals of docs/goals.md.
import { dirname, join, normalize } from 'node:path'

const folders = ['server', 'web', 'contract', 'e2e', 'bench', 'testkit', 'docs', 'scripts', 'deploy', '.ci']
/** Made by a build, a start, an operator or a backup, so not in the repository. */
const madeLater =
  /^(server\/dist|web\/build|node_modules|\.data|\.cache)(\/|$)|^(deploy\/\.env|manifest\.json)[,;:]?$/
const suffix = /\.(ts|tsx|mjs|cjs|js|css|json|md|sql|yaml|conf|sh|svg|webp)$/
/** Short forms are below one of these: `platform/db/paging.ts`, `slots/bookings.service.ts`, `build.mjs`. */
const shortRoots = [
  'server/src',
  'server/src/features',
  'web/app',
  'web/app/features',
  'scripts',
  'e2e',
  'contract',
]

/** The text without its code blocks, each line of them left empty, so that numbers of lines stay. */
const withoutBlocks = (text) => text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))

const linesOf = (text) => text.split('\n').map((line, index) => ({ line, number: index + 1 }))

/** `{ has(path), hasFileNamed(name), scripts, goals }` describes the repository; the result is a line a problem. */
export function findDocProblems(path, text, repository) {
  const prose = linesOf(withoutBlocks(text)).flatMap(({ line, number }) =>
    [
      ...findLinks(path, line, repository),
      ...findPaths(path, line, repository),
      ...findUndefinedGoals(line, repository),
    ].map((says) => `${path}:${number} ${says}`),
  )
  const commands = linesOf(text).flatMap(({ line, number }) =>
    findCommands(line, repository).map((says) => `${path}:${number} ${says}`),
  )
  return [...prose, ...commands]
}

/** `[text](target)` and `![text](target)`; addresses of the web are not asked for. */
function findLinks(path, line, { has }) {
  return [...line.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target.split('#')[0])
    .filter((target) => target && !/^[a-z]+:/.test(target))
    .map((target) => normalize(join(dirname(path), target)))
    .filter((target) => !has(target))
    .map((target) => `links to ${target}, which is not there`)
}

/** Paths in backticks, and those that stand in the sentence with their folder before them. */
function findPaths(path, line, repository) {
  const quoted = [...line.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code.split(/\s+/))
  const spoken = [...line.matchAll(/(?<![\w./`-])(?:[\w-]+\/)+[\w.-]*\w/g)]
  const named = new Set([...quoted, ...spoken.map(([found]) => found)].filter(isPath))
  return [...named]
    .map((name) => name.replace(/[,;:]$/, ''))
    .filter((name) => !isThere(name, path, repository))
    .map((name) => `names ${name}, which is not there`)
}

function isPath(word) {
  if (!/^[\w.@/*<>-]+[,;:]?$/.test(word) || word.startsWith('/') || word.startsWith('@')) return false
  if (madeLater.test(word)) return false
  const [first] = word.split('/')
  if (word.includes('/') && folders.includes(first)) return true
  return suffix.test(word.replace(/[,;:]$/, ''))
}

function isThere(name, path, repository) {
  const { has, hasFileNamed } = repository
  // `features/<noun>/` and `NAME.bench.ts` stand for many: the folder before the place-holder is looked at.
  const certain = name.split(/[<*]|[A-Z]{4,}(?=[./])/)[0]
  if (certain !== name) return certain === '' || /[^/]$/.test(certain) || isThere(certain, path, repository)
  const plain = name.replace(/\/$/, '')
  if (has(plain) || has(normalize(join(dirname(path), plain)))) return true
  if (shortRoots.some((root) => has(`${root}/${plain}`))) return true
  return !plain.includes('/') && hasFileNamed(plain)
}

/** `npm run NAME`, `node scripts/…`, `npx tsx bench/…`, also inside code blocks. */
export function findCommands(line, { has, scripts }) {
  const runs = [...line.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name]) => name)
  const files = [...line.matchAll(/(?:node|npx tsx) ((?:scripts|bench|server)\/[\w./-]*\w)/g)]
  return [
    ...runs.filter((name) => !scripts.includes(name)).map((name) => `package.json has no script "${name}"`),
    ...files
      .map(([, file]) => file)
      .filter((file) => !madeLater.test(file) && !/[A-Z]{4,}/.test(file) && !has(file))
      .map((file) => `runs ${file}, which is not there`),
  ]
}

/** Decision records are numbered from 001 on without holes, and the heading bears the number of the file. */
export function findRecordProblems(names, headingOf) {
  return names.toSorted().flatMap((name, index) => {
    const number = String(index + 1).padStart(3, '0')
    if (!name.startsWith(`${number}-`)) return [`docs/decisions/${name}: the next number is ${number}`]
    return headingOf(name).startsWith(`# ${number} `)
      ? []
      : [`docs/decisions/${name}: the heading is not ${number}`]
  })
}

/** The codes that docs/goals.md defines: the first cell of its tables' rows. */
export function listGoals(markdown) {
  return [...markdown.matchAll(/^\| *([PRSA]\d{1,2}) *\|/gm)].map(([, code]) => code)
}

/** Codes of goals in a line of a document or of code that docs/goals.md does not define. */
export function findUndefinedGoals(line, { goals }) {
  return [...line.matchAll(/(?<![\w./-])(?:[PRS][1-9]\d?|A1)(?!\w|\.\d)/g)]
    .map(([code]) => code)
    .filter((code) => !goals.includes(code))
    .map((code) => `speaks of ${code}, which docs/goals.md does not define`)
}

/** The numbered table of features in docs/architecture.md is the order that the imports are held to. */
export function findOrderProblems(markdown, order) {
  const rows = [...markdown.matchAll(/^\| (\d+) \| ([a-z-]+) \|/gm)].map(([, no, name]) => `${no} ${name}`)
  const wanted = order.map((name, index) => `${index + 1} ${name}`)
  const wrong = Array.from({ length: Math.max(rows.length, wanted.length) }, (_, index) => index).find(
    (index) => rows[index] !== wanted[index],
  )
  return wrong === undefined
    ? []
    : [`docs/architecture.md: the table says ${rows[wrong]} where the order has ${wanted[wrong]}`]
}

const pathMax = 20

/** A reader follows a call from the button to its row: those lists of docs/architecture.md stay short, and say how long they are. */
export function findPathProblems(markdown) {
  const sections = [...markdown.matchAll(/^## (.*, from the button to the row)\n([\s\S]*?)(?=^## )/gm)]
  if (sections.length < 2)
    return ['docs/architecture.md: a booking and a message are not followed to their rows']
  return sections.flatMap(([, title, section]) => {
    const numbers = [...section.matchAll(/^\| (\d+) \| `/gm)].map(([, number]) => Number(number))
    const said = Number(/\*\*(\d+) files/.exec(section)?.[1])
    const isNumbered = numbers.every((number, index) => number === index + 1)
    if (isNumbered && said === numbers.length && said <= pathMax) return []
    return [
      `docs/architecture.md: ${title}: ${numbers.length} numbered files where it says ${said}; at most ${pathMax}`,
    ]
  })
}

/** The tables of types.generated.ts, as the database names them. */
export function listTables(types) {
  const [, body = ''] = /^export interface DB \{\n([\s\S]*?)^\}/m.exec(types) ?? []
  return [...body.matchAll(/^ {2}(\w+): /gm)].map(([, name]) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
}

/** Each table stands in one row of those in docs/scaling.md that say by what it would be distributed. */
export function findUndistributed(markdown, tables) {
  const [, section = ''] = /^## How it would be distributed\n([\s\S]*?)(?=^## )/m.exec(markdown) ?? []
  const rows = [...section.matchAll(/^\|.*\| (.*) \|$/gm)].map(([, cell]) => new Set(cell.match(/\w+/g)))
  return tables
    .map((name) => ({ name, count: rows.filter((row) => row.has(name)).length }))
    .filter(({ count }) => count !== 1)
    .map(({ name, count }) => `docs/scaling.md: ${name} stands in ${count} rows of what would be distributed`)
}
