import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findPostgresPrograms } from '../../testkit/postgres.mjs'
import { findWebKit } from '../../testkit/webkit.mjs'
import { notice, PlainError, step } from './console.mjs'
import { inProject } from './project.mjs'
import { runQuietly, runShown } from './run.mjs'

const packages = {
  chromium: { isThere: () => findCommand('chromium'), purpose: 'the browser journeys' },
  'chromium-headless-shell': {
    isThere: () => findCommand('chromium-headless-shell'),
    purpose: 'the browser journeys in half of the time',
  },
  'firefox-esr': { isThere: () => findFirefox(), purpose: 'the journeys in another engine' },
  'webkit2gtk-driver': {
    isThere: () => findWebKit().driver,
    purpose: 'the journeys in the engine of Safari',
  },
  xvfb: { isThere: () => findWebKit().display, purpose: 'a screen for them' },
  coturn: { isThere: () => findCommand('turnserver'), purpose: 'the tests of video through a relay' },
  pgbouncer: { isThere: () => findCommand('pgbouncer'), purpose: 'the tests behind a pooler' },
  'redis-server': { isThere: () => findCommand('redis-server'), purpose: 'the tests of several processes' },
  postgresql: {
    isThere: () => findPostgresPrograms(),
    purpose: 'the server tests on an external PostgreSQL',
  },
}

/** The path of a program, or undefined. */
export function findCommand(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

export const findFirefox = () =>
  process.env.FIREFOX_PATH ?? findCommand('firefox-esr') ?? findCommand('firefox')

/** Installs what the tests want where that is allowed; what is missing afterwards is said by those who skip. */
export async function ensureSystemPackages() {
  const missing = Object.keys(packages).filter((name) => !packages[name].isThere())
  if (missing.length === 0) return
  if (!isDebian() || process.getuid?.() !== 0) {
    const list = missing.map((name) => `${name} (${packages[name].purpose})`).join(', ')
    notice(`Not installed, and only root on Debian could do it here: ${list}`)
    return
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await attempt('Asking Debian for its packages', () => runQuietly('apt-get', ['update', '-qq'], { env }))
  for (const name of missing) {
    const args = ['install', '-y', '-qq', '--no-install-recommends', name]
    await attempt(`Installing ${name} for ${packages[name].purpose}`, () =>
      runQuietly('apt-get', args, { env }),
    )
  }
}

/** `{ path }` of a Chromium, without path where Playwright has its own; undefined when there is none. */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH ?? findCommand('chromium') ?? findCommand('chromium-browser')
  if (given) return { path: given }
  const cli = inProject('node_modules/@playwright/test/cli.js')
  const isInstalled = await attempt("Installing Playwright's Chromium", async () => {
    const code = await runShown(process.execPath, [cli, 'install', 'chromium'])
    if (code !== 0) throw new PlainError('Playwright could not install it')
  })
  return isInstalled ? {} : undefined
}

/** A part of the tests is not worth failing all of them for. */
async function attempt(label, work) {
  try {
    await step(label, work)
    return true
  } catch (error) {
    if (!(error instanceof PlainError)) throw error
    notice(error.message.trim().split('\n').slice(-3).join(' '))
    return false
  }
}

function isDebian() {
  return findCommand('apt-get') !== undefined && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
