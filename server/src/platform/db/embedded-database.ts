import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  changePassword,
  createCluster,
  databaseName,
  hasCluster,
  requireSameMajorVersion,
  roleName,
  setAside,
} from './embedded-cluster.ts'
import { type Engine, installEngine } from './embedded-engine.ts'
import { type EmbeddedHome, findHome, prepareHome, recordLocation, requirePresent } from './embedded-home.ts'
import { acquireLock, findLiveHolder, LockedError } from './embedded-lock.ts'
import { type PostgresServer, readStatus, startPostgres, stopLeftovers } from './embedded-server.ts'

type Log = (message: string) => void

export type EmbeddedDatabase = {
  /** For pg: the role may create databases, and owns the one named here. */
  url: string
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  log: Log
  /** One that has vanished from a place outside of DATA_DIR is begun anew, as a demo is, and what is to be restored. */
  beginsAnew?: boolean
}

/** Long enough for a server that is just shutting down, short enough for an answer to somebody waiting. */
const lockWaitMs = 5_000

/**
 * A real PostgreSQL that lives and dies with this process, its data under `dataDir`. Install the signal
 * handlers before calling it, so that a start that is interrupted ends in `stop()` too; what a kill -9 leaves
 * running is found and ended by the next start.
 */
export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  const { log } = options
  mkdirSync(options.dataDir, { recursive: true })
  const dataDir = realpathSync(resolve(options.dataDir))
  const home = prepareHome(dataDir, log)
  if (!options.beginsAnew) requirePresent(home, dataDir)
  const unlock = await lockHome(home, dataDir)
  try {
    const engine = await installEngine(home.path, log)
    const password = await prepareCluster(engine, home, dataDir, log)
    const supervised = supervise(await startPostgres(engine, home), engine, home, log)
    return {
      url: urlOf(password, supervised.port),
      stop: once(() => supervised.stop().finally(unlock)),
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * For a command that may work beside the server: its database when one is running on `dataDir`, else
 * one of its own for the time being.
 */
export async function findOrStartEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  const url = findRunning(resolve(options.dataDir))
  return url === undefined ? startEmbeddedDatabase(options) : { url, async stop() {} }
}

/** Whether one was made there, running or not. */
export const hasEmbeddedDatabase = (dataDir: string): boolean =>
  existsSync(join(findHome(resolve(dataDir)), 'data'))

function findRunning(dataDir: string): string | undefined {
  const home = findHome(dataDir)
  if (findLiveHolder(join(home, 'lock')) === undefined) return undefined
  const status = readStatus(join(home, 'data'))
  // Starting or stopping: the lock will say so, or be free by then.
  if (status?.state !== 'ready') return undefined
  return urlOf(readFileSync(passwordFileOf(dataDir), 'utf8').trim(), status.port)
}

const passwordFileOf = (dataDir: string) => join(dataDir, 'embedded-database-password')
const urlOf = (password: string, port: number) =>
  `postgres://${roleName}:${password}@127.0.0.1:${port}/${databaseName}`

async function lockHome(home: EmbeddedHome, dataDir: string): Promise<() => void> {
  try {
    return await acquireLock(join(home.path, 'lock'), lockWaitMs)
  } catch (error) {
    if (!(error instanceof LockedError)) throw error
    throw new Error(
      `Another process (${error.holderPid}) is running on DATA_DIR ${dataDir}. Stop it first, or give this one ` +
        'a DATA_DIR of its own; several processes on one database need a PostgreSQL server and DATABASE_URL.',
    )
  }
}

async function prepareCluster(
  engine: Engine,
  home: EmbeddedHome,
  dataDir: string,
  log: Log,
): Promise<string> {
  const passwordFile = passwordFileOf(dataDir)
  // Empty when the process was killed at the wrong moment.
  const known = (existsSync(passwordFile) && readFileSync(passwordFile, 'utf8').trim()) || undefined
  const password = known ?? randomBytes(24).toString('hex')
  await stopLeftovers(home.dataPath, log)
  if (hasCluster(home) && !home.isKnown) setAside(home, log)
  recordLocation(dataDir, home.path)
  if (!hasCluster(home)) {
    log(`Creating the database in ${home.dataPath}`)
    await createCluster(engine, home, password)
  } else {
    requireSameMajorVersion(engine, home)
    if (!known) await changePassword(engine, home, password)
  }
  if (!known) writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  return password
}

/** Brings PostgreSQL back on the same port when it dies while the server lives. */
function supervise(first: PostgresServer, engine: Engine, home: EmbeddedHome, log: Log) {
  let server = first
  const stopping = new AbortController()

  const watch = async () => {
    for (;;) {
      const how = await server.ended
      if (stopping.signal.aborted) return
      log(
        `The embedded database ended unexpectedly (${how}), see ${join(home.path, 'postgres.log')}; restarting it`,
      )
      server = await restart(server, engine, home, log, stopping.signal)
      if (stopping.signal.aborted) await server.stop()
    }
  }
  const watching = watch()
  return {
    port: first.port,
    async stop() {
      stopping.abort()
      await server.stop()
      await watching
    },
  }
}

/** Tries until it succeeds or `signal` says to give up, and then returns the dead one. */
async function restart(
  dead: PostgresServer,
  engine: Engine,
  home: EmbeddedHome,
  log: Log,
  signal: AbortSignal,
): Promise<PostgresServer> {
  for (let pauseMs = 100; !signal.aborted; pauseMs = Math.min(pauseMs * 2, 5_000)) {
    try {
      await stopLeftovers(home.dataPath, log)
      const server = await startPostgres(engine, home, dead.port)
      log('The embedded database is back')
      return server
    } catch (error) {
      log(`The embedded database could not be restarted: ${error instanceof Error ? error.message : error}`)
      await delay(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
  return dead
}

function once(action: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined
  return () => {
    result ??= action()
    return result
  }
}
