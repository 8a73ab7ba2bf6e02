import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../testkit/ports.mjs'
import { endProcess, killAtExit } from '../../testkit/processes.mjs'
import { dropDatabase, makeDatabase, runSql } from './databases.ts'

const root = join(import.meta.dirname, '../..')

export type AppServer = {
  url: string
  /** Its database; undefined for the embedded one. */
  databaseUrl: string | undefined
  /** The process that serves now. */
  pid(): number
  /** Ends the server without warning, as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same port and data. */
  start(): Promise<void>
  /** Ends it in order. @returns its exit code */
  stop(): Promise<number | null>
  /** What it has said so far. */
  output(): string
  /** Runs SQL on its database; only with a PostgreSQL of the machine. */
  sql<T extends object>(text: string, values?: unknown[]): Promise<T[]>
  dispose(): Promise<void>
}

type Env = Record<string, string>
/** What depends on the address may be reckoned from it. */
type Options = {
  /**
   * A database of its own: the embedded one, or on a PostgreSQL of the machine, with the demo in it already where a
   * run has prepared that; or the one at an address.
   */
  database: 'embedded' | 'server' | { url: string }
  env?: Env | ((url: string) => Promise<Env>)
  /** Of Node itself, as to profile it. */
  nodeOptions?: readonly string[]
}

/** The built product as its own process, on data of its own. */
export async function startAppServer({ database, env = {}, nodeOptions = [] }: Options): Promise<AppServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'marga-journey-'))
  // As root the embedded database runs as another user, who must be able to enter.
  chmodSync(dataDir, 0o755)
  const given = typeof database === 'object' ? database.url : undefined
  const asked = typeof env === 'function' ? await env(url) : env
  const databaseUrl = database === 'server' ? await makeDatabase(templateFor(asked)) : given
  const environment = { ...environmentFor({ port, dataDir, databaseUrl }), ...asked }
  const server = describeProcess(url, join(dataDir, 'server.log'), environment, nodeOptions)
  const dropOwn = async () => {
    if (databaseUrl && !given) await dropDatabase(databaseUrl)
  }

  await server.start().catch(async (error) => {
    await dropOwn()
    throw error
  })
  return {
    url,
    databaseUrl,
    ...server,
    async sql<T extends object>(text: string, values: unknown[] = []) {
      if (!databaseUrl) throw new Error('The embedded database is the product’s own')
      return runSql<T>(databaseUrl, text, values)
    },
    async dispose() {
      await server.stop()
      await dropOwn()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

type Place = { port: number; dataDir: string; databaseUrl: string | undefined }
const environmentFor = ({ port, dataDir, databaseUrl }: Place): Env => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  NODE_ENV: 'production',
  PORT: String(port),
  DATA_DIR: dataDir,
  DEMO: '1',
  RATE_LIMIT_FACTOR: '1000',
  // Other work on the machine fails no journey.
  SEARCH_SECONDS: '120',
  LOG_LEVEL: 'warn',
  DRAIN_SECONDS: '0',
  ...(databaseUrl
    ? { DATABASE_URL: databaseUrl, TOKEN_SECRET: 'a secret for the journeys, long enough for everybody' }
    : {}),
})

/** The database is made and the demo written in this time, beside whatever else a slow machine has to do. */
export const readyInMs = 180_000
/** For a fixture that starts it, and what it needs. */
export const startTimeoutMs = readyInMs + 60_000

/** The process at an address: one at a time, started as often as it is wanted. */
function describeProcess(url: string, logPath: string, env: Env, nodeOptions: readonly string[]) {
  let child: ChildProcess | undefined
  const output = () => readFileSync(logPath, 'utf8')

  async function start() {
    const log = openSync(logPath, 'a')
    child = killAtExit(
      spawn(process.execPath, [...nodeOptions, 'server/dist/main.js'], {
        cwd: root,
        env,
        stdio: ['ignore', log, log],
      }),
    )
    for (const begun = Date.now(); Date.now() - begun < readyInMs; ) {
      if (child.exitCode !== null) throw new Error(`The product did not start:\n${output()}`)
      if (await isReady(url)) return
      await sleep(50)
    }
    throw new Error(`The product was not ready in time:\n${output()}`)
  }
  return {
    start,
    output,
    pid: () => child!.pid!,
    kill: () => endProcess(child, 'SIGKILL'),
    async stop() {
      await endProcess(child, 'SIGTERM')
      return child?.exitCode ?? null
    },
  }
}

/**
 * The demo's database of global-setup.ts. Its mentors' prices are the sandbox's: whoever has no demo, or another
 * provider of payments, begins with an empty one.
 */
const templateFor = ({ DEMO = '1', STRIPE_SECRET_KEY }: Env) =>
  DEMO === '1' && !STRIPE_SECRET_KEY ? process.env.DEMO_TEMPLATE_URL : undefined

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
