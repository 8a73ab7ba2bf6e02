import { existsSync, rmSync } from 'node:fs'
import { notice, PlainError, step } from './console.mjs'
import { inProject, readJson } from './project.mjs'
import { runShown } from './run.mjs'

/** Installs the packages of the lockfile unless node_modules already holds exactly them. */
export async function ensureInstalled() {
  const reason = findReasonToInstall()
  if (!reason) return
  notice(`Packages: ${reason}`)
  await step('Installing packages', async () => {
    const code = await runShown('npm', [...chooseCommand(), ...flags])
    if (code !== 0) throw new PlainError('The packages could not be installed; npm says why above.')
  })
}

/** The compiler is a devDependency and PostgreSQL an optional one, whatever NODE_ENV and npm's settings say. */
const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * `npm ci`, except that it refuses a lockfile without the variants of a package for other machines, which npm
 * leaves out when the registry it was written with does not have them. Then the same in two steps.
 */
function chooseCommand() {
  const { packages } = readJson(inProject('package-lock.json'))
  const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  const optional = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
  if (optional.every((name) => locked.has(name))) return ['ci']
  rmSync(inProject('node_modules'), { recursive: true, force: true })
  return ['install', '--no-save']
}

/** npm notes what it installed in a lockfile of its own inside node_modules: no stamp of ours to go stale. */
function findReasonToInstall() {
  const installedFile = inProject('node_modules/.package-lock.json')
  if (!existsSync(installedFile)) return 'none installed yet'
  const installed = readJson(installedFile).packages
  const wanted = readJson(inProject('package-lock.json')).packages
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/') || mayBeAbsent(entry)) continue
    const found = installed[path]
    if (!found) return `${path} is missing`
    if (found.version !== entry.version || found.integrity !== entry.integrity)
      return `${path} is another version`
  }
  return undefined
}

process.report.excludeNetwork = true
const ownLibc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'

/** Of the optional ones those count that name this machine, like PostgreSQL; the rest are somebody's fallback. */
function mayBeAbsent({ optional, os, cpu, libc }) {
  if (!optional) return false
  const includes = (allowed, own) => allowed === undefined || allowed.includes(own)
  const isForUs = includes(os, process.platform) && includes(cpu, process.arch) && includes(libc, ownLibc)
  return !isForUs || (os === undefined && cpu === undefined)
}
