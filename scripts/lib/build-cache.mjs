import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inCache, inProject } from './project.mjs'

const outputs = new Set([
  'node_modules',
  'dist',
  'build',
  '.react-router',
  'test-results',
  'playwright-report',
])

/** A hash over names and contents of the files at and below the paths; contents, since a checkout changes every date. */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(listFiles)) hash.update(`${path}\0`).update(readFileSync(inProject(path)))
  return hash.digest('hex')
}

/** Paths from the project's folder, in a fixed order, without what the build itself makes. */
export function listFiles(path) {
  const full = inProject(path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return path.endsWith('.tsbuildinfo') ? [] : [path]
  const names = readdirSync(full).filter((name) => !outputs.has(name))
  return names.sort().flatMap((name) => listFiles(join(path, name)))
}

export function readBuildKey(name) {
  const file = inCache(`${name}.stamp`)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

export function writeBuildKey(name, value) {
  writeFileSync(inCache(`${name}.stamp`), value)
}

export function removeBuildKey(name) {
  rmSync(inCache(`${name}.stamp`), { force: true })
}
