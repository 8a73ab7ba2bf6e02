import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

export function inProject(...parts) {
  return join(root, ...parts)
}

/** Stamps and reports: may be deleted at any time. */
export function inCache(name) {
  mkdirSync(inProject('.cache'), { recursive: true })
  return inProject('.cache', name)
}

export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** The npm script of a workspace folder, or undefined while there is none. */
export function findScript(folder, name) {
  const file = inProject(folder, 'package.json')
  return existsSync(file) ? readJson(file).scripts?.[name] : undefined
}
