import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { notice, PlainError, step } from './console.mjs'
import { productPackages, productWorkspaces } from './lock-packages.mjs'
import { memoryMb, memoryWantedMb, requireSpace } from './machine.mjs'
import { inProject, readJson } from './project.mjs'
import { runCaught } from './run.mjs'

/** What the packages take, and what npm needs beside them while it unpacks. */
const spaceMb = 900
const betweenTriesMs = 3_000
const npmsList = 'node_modules/.package-lock.json'

/**
 * Installs the packages of the lockfile unless node_modules already holds exactly them: those that the product is
 * built and run with, and with `forTests` those of tests, checks and benches, too.
 */
export async function ensureInstalled({ forTests = false } = {}) {
  const reason = findReasonToInstall(forTests)
  if (!reason) return
  notice(`Packages: ${reason.words}`)
  requireSpace(spaceMb, 'installing the packages')
  if (memoryMb() < memoryWantedMb)
    notice(
      `Here are ${memoryMb()} MB of memory; installing and building want ${memoryWantedMb} MB, and may fail`,
    )
  await step('Installing packages', () => install({ forTests, isAddition: reason.isAddition }))
}

/** The compiler is a devDependency and PostgreSQL an optional one, whatever NODE_ENV and npm's settings say. */
const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=warn']
/** A try of ours is a try: npm's own would be silent for minutes. */
const impatience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=60000']

/** Once more where the network may have been the reason, and then not again. */
async function install({ forTests, isAddition }) {
  const command = isAddition ? ['install', '--no-save'] : chooseCommand()
  const workspaces = forTests ? [] : productWorkspaces.flatMap((name) => ['-w', name])
  for (let tries = 1; ; tries++) {
    const unreachable = await findUnreachable()
    if (unreachable)
      notice(`The registry of packages cannot be reached (${unreachable}); trying with what npm has kept`)
    const { code, output } = await runCaught('npm', [
      ...command,
      ...flags,
      ...workspaces,
      ...(unreachable ? ['--offline'] : impatience),
    ])
    const problem = problemOf(code, output, unreachable)
    if (!problem) return
    // What is half there must not be taken for whole by the next start.
    rmSync(inProject(npmsList), { force: true })
    if (tries === 2 || !problem.isOfNetwork) throw new PlainError(problem.words)
    notice(`That did not do. Once more in ${betweenTriesMs / 1000} s`)
    await delay(betweenTriesMs)
  }
}

const networkCodes =
  /\b(E(?:CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|NETUNREACH|HOSTUNREACH|AI_AGAIN)|EAI_AGAIN|ERR_SOCKET_TIMEOUT)\b/

/** The reason why nothing answers where packages come from; npm is asked, since it knows of proxies. */
async function findUnreachable() {
  const { code, output } = await runCaught('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=10000'])
  // Some registries do not know the question: they are there.
  return code === 0 ? undefined : networkCodes.exec(output)?.[0]
}

/** npm goes on after a file that it could not write, and ends as if all were well. */
function problemOf(code, output, unreachable) {
  if (/ENOSPC|EDQUOT|no space left/i.test(output))
    return {
      words: `The disk is full: the packages are not complete. ${spaceMb} MB are needed in ${inProject()}, and some in npm's own folder (npm config get cache). Make room and start again; what is torn is installed anew.`,
    }
  if (code === 0 && !/TAR_(ENTRY_)?ERROR/.test(output)) return undefined
  const isOfNetwork = Boolean(unreachable) || networkCodes.test(output)
  if (/heap out of memory/i.test(output) || code === 134 || code === 137)
    return { words: `npm ran out of memory. ${memoryWantedMb} MB are needed to install and build.` }
  const said = output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line) || /TAR_/.test(line))
  const why = isOfNetwork
    ? `The packages could not be fetched: the registry of packages cannot be reached (${unreachable ?? networkCodes.exec(output)[0]}). The first start needs the network; look at it, and at npm's proxy (npm config get proxy) and registry (npm config get registry).`
    : `The packages could not be installed (npm ended with code ${code}).`
  return { isOfNetwork, words: [...said.slice(0, 12), '', why].join('\n') }
}

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
function findReasonToInstall(forTests) {
  if (!existsSync(inProject(npmsList))) return { words: 'none installed yet' }
  const installed = readInstalled()
  if (!installed) return { words: 'an earlier installation was broken off, so it is made anew' }
  const wanted = findWanted(forTests).filter(([, entry]) => !mayBeAbsent(entry))
  const changed = wanted.find(([path, { version, integrity }]) => {
    const found = installed[path]
    return found && (found.version !== version || found.integrity !== integrity)
  })
  if (changed) return { words: `${changed[0]} is another version` }
  const missing = wanted.find(([path]) => !installed[path])
  return missing && { words: `${missing[0]} is missing`, isAddition: true }
}

/** Path and entry in the lock file. */
function findWanted(forTests) {
  const lock = readJson(inProject('package-lock.json'))
  if (!forTests) return productPackages(lock, { isBuilt: true })
  return Object.entries(lock.packages).filter(([path]) => path.includes('node_modules/'))
}

/** Undefined when the disk was full, or the power gone, while npm wrote it. */
function readInstalled() {
  try {
    return JSON.parse(readFileSync(inProject(npmsList), 'utf8')).packages
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
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
