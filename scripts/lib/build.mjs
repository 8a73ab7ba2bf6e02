import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fingerprint, readBuildKey, removeBuildKey, writeBuildKey } from './build-cache.mjs'
import { compile } from './compile.mjs'
import { notice, PlainError, step } from './console.mjs'
import { memoryMb, memoryWantedMb, requireSpace } from './machine.mjs'
import { findScript, inProject } from './project.mjs'
import { runQuietly } from './run.mjs'

const shared = [
  'contract/src',
  'contract/package.json',
  'tsconfig.base.json',
  'package-lock.json',
  'scripts/lib/build.mjs',
  'scripts/lib/compile.mjs',
]

const parts = {
  server: {
    label: 'Building the server',
    inputs: [
      ...shared,
      'contract/tsconfig.json',
      'server/src',
      'server/package.json',
      'server/tsconfig.json',
    ],
    output: 'server/dist/main.js',
    build: buildServer,
  },
  web: {
    label: 'Building the pages',
    inputs: [...shared, 'web'],
    output: 'web/build/server/index.js',
    build: buildPages,
  },
}

/** What a build writes beside what is there, with room to spare. */
const spaceMb = 100

/**
 * Builds what changed since the last time: server and pages side by side, or one by one where memory is short.
 * `only` names the one part that is wanted. `onServer` is told when the server could begin while the pages are still
 * being built.
 */
export async function ensureBuilt({ isForced = false, only, onServer = () => {} } = {}) {
  const names = Object.keys(parts).filter((name) => (only ? name === only : name !== 'web' || hasWebBuild()))
  // Taken before the build: what is edited meanwhile is built the next time.
  const stale = names
    .map((name) => ({ name, stamp: fingerprint(parts[name].inputs) }))
    .filter(
      ({ name, stamp }) =>
        isForced || !existsSync(inProject(parts[name].output)) || readBuildKey(name) !== stamp,
    )
  if (stale.length === 0) return
  requireSpace(spaceMb, 'building')
  if (memoryMb() >= memoryWantedMb) {
    const results = await Promise.allSettled(buildTogether(stale, onServer))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    return
  }
  notice(
    `Building one part after the other: here are ${memoryMb()} MB of memory, and ${memoryWantedMb} MB are wanted`,
  )
  for (const part of stale) await buildPart(part)
}

function buildTogether(stale, onServer) {
  const building = new Map(stale.map((part) => [part.name, buildPart(part)]))
  if (building.has('web'))
    void Promise.resolve(building.get('server')).then(onServer, () => {
      // Told by whoever waits for all of them.
    })
  return building.values()
}

async function buildPart({ name, stamp }) {
  const { label, build } = parts[name]
  removeBuildKey(name)
  await step(label, build).catch((error) => {
    throw inPlainWords(error, label)
  })
  writeBuildKey(name, stamp)
}

/** What a machine that is too small says in a stack of its own. */
function inPlainWords(error, label) {
  if (!(error instanceof PlainError)) return error
  if (/heap out of memory|code 13[47]$|ENOMEM|Cannot allocate memory/i.test(error.message))
    return new PlainError(
      `${label} took more memory than there is: ${memoryMb()} MB here, ${memoryWantedMb} MB are needed. Give the machine more (swap will do), or build on another one and copy this folder.`,
    )
  if (/ENOSPC|EDQUOT|no space left/i.test(error.message))
    return new PlainError(`${label} filled the disk of ${inProject()}. Make room and start again.`)
  return error
}

function hasWebBuild() {
  const isThere = findScript('web', 'build') !== undefined
  if (!isThere) notice('There are no pages to build yet')
  return isThere
}

async function buildServer() {
  for (const folder of ['contract', 'server']) {
    const sources = listBelow(inProject(folder, 'src')).filter((path) => /(?<!\.d|\.test)\.tsx?$/.test(path))
    await compile(folder, sources)
    removeOrphans(folder)
  }
  copyAssets('server')
}

/** What the compiler leaves alone (SQL, pictures, data) goes along, so that dist mirrors src. */
function copyAssets(folder) {
  for (const path of listBelow(inProject(folder, 'src'))) {
    if (/\.tsx?$/.test(path)) continue
    const source = inProject(folder, 'src', path)
    const target = inProject(folder, 'dist', path)
    if (existsSync(target) && statSync(target).mtimeMs >= statSync(source).mtimeMs) continue
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(source, target)
  }
}

/** The compiler never deletes: a migration or a route that is gone from src must not live on in dist. */
function removeOrphans(folder) {
  for (const path of listBelow(inProject(folder, 'dist'))) {
    const stem = path.replace(/(\.d\.ts|\.js)(\.map)?$/, '')
    const sources = [path, `${stem}.ts`, `${stem}.tsx`]
    if (!sources.some((source) => existsSync(inProject(folder, 'src', source))))
      rmSync(inProject(folder, 'dist', path))
  }
}

function listBelow(folder, prefix = '') {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(prefix, entry.name)
    return entry.isDirectory() ? listBelow(join(folder, entry.name), path) : [path]
  })
}

/** Below web/, beside the pages that are served. */
const unfinishedPages = 'dist'

/** The bundler waits a minute for its own answers; on a machine that is busy enough that is too short. */
async function buildPages() {
  const env = { ...productionEnvironment(), PAGES_FOLDER: unfinishedPages }
  const build = () => runQuietly('npm', ['run', '--silent', 'build', '-w', '@marga/web'], { env })
  await build().catch((error) => {
    if (!/transport invoke timed out/.test(error.message)) throw error
    notice('The machine was too busy for the pages; building them once more')
    return build()
  })
  putInPlace(inProject('web', unfinishedPages), inProject('web/build'))
}

/** Whole, and only now: a server may be running from what is there, which stays when a build fails. */
function putInPlace(made, place) {
  if (existsSync(place)) renameSync(place, join(made, 'earlier'))
  renameSync(made, place)
  rmSync(join(place, 'earlier'), { recursive: true, force: true })
}

/** What the bundler makes for each file lives for a moment: with more room for that, less is copied to be kept. */
function productionEnvironment() {
  const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim()
  return { ...process.env, NODE_OPTIONS, NODE_ENV: 'production' }
}
