import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EndpointInput, type EndpointSpec, fillPath, type ResponseOf } from '@marga/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import { buildApp } from '../app.ts'
import { type App, type ComposeOptions, compose } from '../compose.ts'
import { readConfig } from '../config.ts'
import { clientTimes } from '../http/slow-clients.ts'
import { type Clock, newId } from '../platform/clock.ts'
import { openDatabase } from '../platform/db/database.ts'
import { createLog, type Log } from '../platform/log.ts'
import { administrate, dropDatabase, withDatabase } from './databases.ts'

export const testTokenSecret = 'a secret that only the tests know, long enough'

/** Real time, moved by what a test adds to it. */
export type TestClock = Clock & { advance(ms: number): void }

export function createTestClock(): TestClock {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance(ms) {
      offsetMs += ms
    },
  }
}

export type Called<T> = {
  status: number
  body: T & Record<string, unknown>
  headers: Record<string, unknown>
}
export type Sent = { token?: string | undefined; headers?: Record<string, string> }

export type TestApp = {
  app: App
  fastify: FastifyInstance
  clock: TestClock
  databaseUrl: string
  /** Calls an endpoint of the contract over HTTP, without listening; with a key where the browser sends one. */
  call<E extends EndpointSpec>(
    endpoint: E,
    input: EndpointInput<E>,
    sent?: Sent,
  ): Promise<Called<ResponseOf<E>>>
  /** Any request, for what the contract's types would not allow. */
  request(
    method: string,
    url: string,
    sent?: Sent & { body?: unknown },
  ): Promise<Called<Record<string, unknown>>>
  /** Listens on loopback for sockets. @returns its address */
  listen(): Promise<string>
  close(): Promise<void>
}

type Options = {
  engine?: 'embedded' | 'server'
  env?: Record<string, string>
  clock?: TestClock
  /** A migrated database of the test's own, which it removes itself. */
  databaseUrl?: string
  /** Another process on the database of that one, closed before it. */
  sharing?: TestApp
  tokenSecret?: string
  aroundPayments?: ComposeOptions['aroundPayments']
  publicFetch?: ComposeOptions['publicFetch']
  siblings?: ComposeOptions['siblings']
  timeouts?: ComposeOptions['timeouts']
  log?: Log
}

/** Other work on the machine fails no test: what an honest request waits for may take this long. */
const maxWaitMs = 100_000
const maxClientTimes = { ...clientTimes, bodyMs: maxWaitMs }
export const maxTimeouts = {
  redisMs: maxWaitMs,
  roomMs: maxWaitMs,
  issuerMs: maxWaitMs,
  lastEventMs: maxWaitMs,
}

const testConfig = (dataDir: string, env: Readonly<Record<string, string>>) =>
  readConfig({
    DATA_DIR: dataDir,
    DEMO: '1',
    RATE_LIMIT_FACTOR: '100000',
    SEARCH_SECONDS: String(maxWaitMs / 1000),
    LOG_LEVEL: 'error',
    PUBLIC_URL: 'http://localhost:3999',
    ...env,
  })

/** The product on a database of its own, with the limits out of the way and every answer held against the contract. */
export async function startTestApp(options: Options = {}): Promise<TestApp> {
  const { engine, env = {}, clock = options.sharing?.clock ?? createTestClock() } = options
  const engines = inject('engines')
  const adminUrl = engine === 'embedded' || !engines.server ? engines.embedded : engines.server
  const name = `marga_test_${newId().replaceAll('-', '')}`
  const isOurs = !options.sharing && !options.databaseUrl
  if (isOurs)
    await administrate(adminUrl, `create database ${name} template ${inject('template')} strategy file_copy`)
  const databaseUrl = options.databaseUrl ?? options.sharing?.databaseUrl ?? withDatabase(adminUrl, name)
  const dataDir = mkdtempSync(join(tmpdir(), 'marga-app-'))
  const config = testConfig(dataDir, env)
  const db = openDatabase({ url: databaseUrl, poolSize: 10, onError: () => {} })
  const app = compose({
    config,
    db,
    databaseUrl,
    tokenSecret: options.tokenSecret ?? testTokenSecret,
    log: options.log ?? createLog(config.logLevel),
    publicUrl: () => config.publicUrl!,
    clock,
    ...(options.aroundPayments ? { aroundPayments: options.aroundPayments } : {}),
    ...(options.publicFetch ? { publicFetch: options.publicFetch } : {}),
    siblings: options.siblings,
    timeouts: options.timeouts ?? maxTimeouts,
    isStrict: true,
  })
  const fastify = await buildApp(app, { webBuildDir: undefined, clientTimes: maxClientTimes })
  app.hub.attach(fastify.server, app.socketHandlers, app.presence)
  await fastify.ready()
  app.readiness.isReady = true
  const request = createRequest(fastify)
  return {
    app,
    fastify,
    clock,
    databaseUrl,
    request,
    call: (endpoint, input, sent) =>
      request(endpoint.method, addressOf(endpoint, input), {
        ...sent,
        headers: { ...keyOf(endpoint, sent), ...sent?.headers },
        body: input.body,
      }) as never,
    async listen() {
      await app.presence.start()
      return fastify.listen({ host: '127.0.0.1', port: 0 })
    },
    async close() {
      app.presence.stop()
      await app.hub.close()
      await fastify.close()
      await app.closeListener()
      await app.searchReads.close()
      await app.closeRedis()
      await db.close()
      if (isOurs) await dropDatabase(adminUrl, name)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** As web/app/lib/api-client.ts: it puts a call into one transaction with its key, or keeps its answer after. */
function keyOf({ method, idempotency = 'key' }: EndpointSpec, sent: Sent = {}): Record<string, string> {
  const isKeyed = idempotency === 'key' || idempotency === 'kept-after'
  return method !== 'GET' && isKeyed && sent.token !== undefined ? { 'idempotency-key': newId() } : {}
}

const createRequest =
  (fastify: FastifyInstance): TestApp['request'] =>
  async (method, url, { token, headers, body } = {}) => {
    const response = await fastify.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isJson = String(response.headers['content-type']).includes('json')
    return {
      status: response.statusCode,
      body: isJson ? response.json() : { text: response.body },
      headers: response.headers,
    }
  }

export function addressOf(endpoint: EndpointSpec, input: { params?: unknown; query?: unknown }): string {
  const path = fillPath(endpoint.path, (input.params ?? {}) as Record<string, string>)
  const query = new URLSearchParams(
    Object.entries((input.query ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): [string, string] => [
        key,
        value instanceof Date ? value.toISOString() : String(value),
      ]),
  ).toString()
  return query ? `${path}?${query}` : path
}
