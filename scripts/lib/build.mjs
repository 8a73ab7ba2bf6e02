import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { notice, step } from './console.mjs'
import { findScript, inProject } from './project.mjs'
import { runQuietly } from './run.mjs'
import { fingerprint, readStamp, removeStamp, writeStamp } from './stamp.mjs'

const shared = [
  'contract/src',
  'contract/package.json',
  'tsconfig.base.json',
  'package-lock.json',
  'scripts/lib/build.mjs',
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
      'tsconfig.json',
    ],
    output: 'server/dist/main.js',
    build: buildServer,
  },
  web: {
    label: 'Building the pages',
    inputs: [...shared, 'web'],
    output: 'web/build/server/index.js',
    build: () =>
      runQuietly('npm', ['run', '--silent', 'build', '-w', '@marga/web'], { env: productionEnvironment() }),
  },
}

/** Builds what changed since the last time, server and pages side by side. */
export async function ensureBuilt({ isForced = false } = {}) {
  const names = Object.keys(parts).filter((name) => name !== 'web' || hasWebBuild())
  const results = await Promise.allSettled(names.map((name) => ensurePart(name, isForced)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

async function ensurePart(name, isForced) {
  const { label, inputs, output, build } = parts[name]
  // Taken before the build: what is edited meanwhile is built the next time.
  const stamp = fingerprint(inputs)
  if (!isForced && existsSync(inProject(output)) && readStamp(name) === stamp) return
  removeStamp(name)
  await step(label, build)
  writeStamp(name, stamp)
}

function hasWebBuild() {
  const isThere = findScript('web', 'build') !== undefined
  if (!isThere) notice('There are no pages to build yet')
  return isThere
}

async function buildServer() {
  // The compiler believes its own notes, also when what it once wrote is gone.
  const isComplete = ['contract', 'server'].every((folder) => existsSync(inProject(folder, 'dist')))
  const compiler = inProject('node_modules/typescript/bin/tsc')
  // Types are checked by `npm run check`; who only starts the product need not wait for it.
  await runQuietly(process.execPath, [compiler, '-b', '--noCheck', ...(isComplete ? [] : ['--force'])])
  removeOrphans('contract')
  removeOrphans('server')
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

function productionEnvironment() {
  return { ...process.env, NODE_ENV: 'production' }
}
