// The import table (AGENTS.md) and its companions: no cycles, no barrels, no default exports, one reader of process.env.
import './lib/require-node.mjs'
import { pathToFileURL } from 'node:url'
import { findReason, mayExportDefault, mayReadEnvironment } from './lib/import-rules.mjs'
import { findFiles, findFilesOfGit, readModule } from './lib/import-scan.mjs'
import { root } from './lib/project.mjs'

/** `{ scanned, problems }`, the problems one line each; an empty scan is a problem too. */
export function checkImports(projectRoot) {
  const files = findFiles(projectRoot)
  const modules = files.map((path) => readModule(projectRoot, path))
  const problems = [
    ...findUnscanned(projectRoot, files),
    ...modules.flatMap(checkModule),
    ...findCycles(modules),
  ]
  return { scanned: files.length, problems }
}

function findUnscanned(projectRoot, files) {
  if (files.length === 0) return ['no file was scanned']
  const scanned = new Set(files)
  const missed = (findFilesOfGit(projectRoot) ?? []).filter((path) => !scanned.has(path))
  return missed.map((path) => `${path}: git knows this file, and it was not scanned`)
}

function checkModule(module) {
  const { path, imports, defaultExportLine, environmentLines, mockLines, isBarrel } = module
  const problems = imports.flatMap((edge) => checkImport(path, edge))
  if (defaultExportLine && !mayExportDefault(path)) {
    problems.push(
      `${path}:${defaultExportLine} exports a default: a name that is the same everywhere can be searched for`,
    )
  }
  if (isBarrel) problems.push(`${path} only passes on what others export: import it from where it is`)
  for (const line of mockLines) {
    problems.push(
      `${path}:${line} mocks a module: it comes too late where another test has loaded it; hand it in, or stand in for all (web/vitest.config.ts)`,
    )
  }
  if (!mayReadEnvironment(path)) {
    for (const line of environmentLines) {
      problems.push(
        `${path}:${line} reads the environment: server/src/config.ts alone does, and names every bad variable at once`,
      )
    }
  }
  return problems
}

function checkImport(path, edge) {
  const where = `${path}:${edge.line}`
  if (edge.target === undefined) return [`${where} imports ${edge.specifier}, which does not exist`]
  if (/^[~#]|^@\//.test(edge.specifier))
    return [`${where} imports ${edge.specifier}: aliases hide where a thing is`]
  const reason = findReason(path, edge)
  return reason ? [`${where} imports ${edge.target}: ${reason}`] : []
}

/** Types are gone at run time and a dynamic import comes later, so neither makes a cycle. */
function findCycles(modules) {
  const ours = new Map(modules.map((module) => [module.path, module]))
  const state = new Map()
  const problems = []
  const visit = (path, trail) => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      const cycle = [...trail.slice(trail.indexOf(path)), path]
      problems.push(`${cycle.join(' → ')}: a cycle; move what both need into a third file`)
      return
    }
    state.set(path, 'open')
    for (const { target, isType, isDynamic } of ours.get(path).imports) {
      if (!isType && !isDynamic && ours.has(target)) visit(target, [...trail, path])
    }
    state.set(path, 'done')
  }
  for (const path of ours.keys()) visit(path, [])
  return problems
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { scanned, problems } = checkImports(root)
  for (const problem of problems) console.error(problem)
  console.log(`${scanned} files scanned, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
