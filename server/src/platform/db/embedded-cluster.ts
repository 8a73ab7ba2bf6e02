import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../clock.ts'
import type { Engine } from './embedded-engine.ts'
import type { EmbeddedHome } from './embedded-home.ts'

export const roleName = 'marga'
export const databaseName = 'marga'

/** Nothing of ours: PG* variables would change what the programs do, and secrets are not their business. */
export const engineEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Makes the data directory where there is none yet: UTF-8 with PostgreSQL's own C.UTF-8 rules, so that order
 * and case do not depend on the locales of the machine. The superuser cannot log in; the role of the
 * application owns its database and may create others, which the tests want.
 */
export async function createCluster(engine: Engine, home: EmbeddedHome, password: string): Promise<void> {
  const staging = `${home.dataPath}.new-${process.pid}`
  removeUnfinished(home.path)
  mkdirSync(staging, { mode: 0o700 })
  if (home.runAs) chownSync(staging, home.runAs.uid, home.runAs.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await runProgram(home, engine.initdb, ['-D', staging, '-U', 'postgres', '--auth=reject', ...locale])
  const settings = ['-c', 'exit_on_error=on', '-c', 'log_min_error_statement=panic']
  await runProgram(
    home,
    engine.postgres,
    ['--single', '-D', staging, ...settings, 'postgres'],
    `CREATE ROLE ${roleName} LOGIN CREATEDB PASSWORD '${password}'\nCREATE DATABASE ${databaseName} OWNER ${roleName}\n`,
  )
  renameSync(staging, home.dataPath)
}

/** For a data directory whose password file was lost. */
export async function changePassword(engine: Engine, home: EmbeddedHome, password: string): Promise<void> {
  const settings = ['-c', 'exit_on_error=on', '-c', 'log_min_error_statement=panic']
  const command = `ALTER ROLE ${roleName} PASSWORD '${password}'\n`
  await runProgram(home, engine.postgres, ['--single', '-D', home.dataPath, ...settings, 'postgres'], command)
}

export function hasCluster(home: EmbeddedHome): boolean {
  return existsSync(join(home.dataPath, 'PG_VERSION'))
}

/** A newer major version cannot read the files of an older one. */
export function requireSameMajorVersion(engine: Engine, home: EmbeddedHome): void {
  const found = readFileSync(join(home.dataPath, 'PG_VERSION'), 'utf8').trim()
  if (found === engine.majorVersion) return
  throw new Error(
    `The database in ${home.dataPath} was made by PostgreSQL ${found}, and this is PostgreSQL ${engine.majorVersion}. ` +
      'Take a backup with the version that made it and restore it here, or set DATA_DIR to another folder.',
  )
}

/** Keeps what an earlier DATA_DIR of the same name left behind, out of the way of the new one. */
export function setAside(home: EmbeddedHome, log: (message: string) => void): void {
  const target = `${home.dataPath}.set-aside-${systemClock.now().toISOString().replace(/\D/g, '').slice(0, 14)}`
  renameSync(home.dataPath, target)
  log(`The data of a DATA_DIR that is gone was found and kept in ${target}; starting with an empty database`)
}

function removeUnfinished(homePath: string): void {
  for (const name of readdirSync(homePath).filter((entry) => entry.startsWith('data.new-'))) {
    rmSync(join(homePath, name), { recursive: true, force: true })
  }
}

function runProgram(home: EmbeddedHome, program: string, args: string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      uid: home.runAs?.uid,
      gid: home.runAs?.gid,
      // Ours may be a folder that the other user cannot enter.
      cwd: home.path,
      env: engineEnvironment,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (chunk: Buffer) => {
      output = (output + chunk).slice(-4000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', (error) => reject(new Error(`${program} could not be run: ${error.message}`)))
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${program} ended with ${signal ?? `code ${code}`}:\n${output.trim()}`))
    })
    // It may have ended before it read anything; 'close' tells why.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
