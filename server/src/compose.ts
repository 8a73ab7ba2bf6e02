import { createCaches } from './caches.ts'
import type { Config } from './config.ts'
import { keepDemo } from './demo/keep-demo.ts'
import { createDemoClock } from './features/demo-clock/demo-clock.service.ts'
import { createFeatures } from './features.ts'
import { createIdempotency } from './http/idempotency.ts'
import { createInfrastructure } from './infrastructure.ts'
import { collectJobs, scheduleOf } from './jobs.ts'
import { type Clock, type NewId, newId, systemClock } from './platform/clock.ts'
import type { Core } from './platform/core.ts'
import type { Database } from './platform/db/database.ts'
import { createCursors } from './platform/db/paging.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import type { PublicFetch } from './platform/outbound/public-fetch.ts'
import type { PaymentGateway } from './platform/payments/payments.ts'
import { createProductClock } from './platform/product-clock.ts'
import type { Siblings } from './platform/siblings/siblings.ts'
import { defaultTimeouts, type Timeouts } from './platform/timeouts.ts'
import { followOtherProcesses } from './process-changes.ts'
import { endSocketsOfRevoked } from './realtime/end-sessions.ts'

export type ComposeOptions = {
  config: Config
  db: Database
  databaseUrl: string
  tokenSecret: string
  log: Log
  /** The address people use, known once the port is. */
  publicUrl: () => string
  /** The other processes of the same command; none where it has started one. */
  siblings?: Siblings | undefined
  clock?: Clock
  newId?: NewId
  /** For tests that cut the product off between two steps. */
  aroundPayments?: (gateway: PaymentGateway) => PaymentGateway
  /** For tests, whose calendars are on this machine. */
  publicFetch?: PublicFetch
  /** For tests, which fail on no other work of the machine. */
  timeouts?: Timeouts
  /** Tests and development: responses are held against the contract. */
  isStrict?: boolean
}

/** Builds every part once, by hand, top to bottom. */
export function compose(options: ComposeOptions) {
  const { config, databaseUrl, siblings, isStrict = false } = options
  const core = createCore(options)
  const outside = createInfrastructure({
    ...{ ...core, config, publicFetch: options.publicFetch },
    aroundPayments: options.aroundPayments,
  })
  const isListening = () => listener.isListening()
  const caches = createCaches({ clock: core.realClock, bytesMax: config.cacheBytes, isListening })
  const features = createFeatures({ core, config, outside, siblings, caches, isListening })
  const { services, modules, routes, socketHandlers, due } = features
  const demo = { jobs: { 'demo:keep': () => keepDemo({ ...core, ...services }) } }
  const jobHandlers = collectJobs([...modules, demo], { ...core, mails: outside.mails })
  const listener = followOtherProcesses({ ...services, databaseUrl, caches })
  endSocketsOfRevoked({ ...core, ...services })

  return {
    ...services,
    config,
    isStrict,
    ...caches,
    routes,
    socketHandlers,
    jobHandlers: services.metrics?.aroundJobs(jobHandlers) ?? jobHandlers,
    demoClock: createDemoClock({
      ...core,
      ...scheduleOf(jobHandlers, { ...due, mails: { nextDue: outside.mails.nextDigestDue } }),
    }),
    idempotency: createIdempotency(core),
    readiness: { isReady: false },
    closeListener: () => listener.close(),
  }
}
export type App = ReturnType<typeof compose>

function createCore({ config, db, log, publicUrl, ...options }: ComposeOptions): Core {
  const realClock = options.clock ?? systemClock
  const secret = new TextEncoder().encode(options.tokenSecret)
  return {
    db,
    // Rules read the product's clock; sessions, tokens, tries and caches the real one.
    clock: createProductClock(realClock),
    realClock,
    newId: options.newId ?? newId,
    jobs: createJobs(db),
    log,
    publicUrl,
    cursors: createCursors(secret),
    secret,
    productName: config.productName,
    timeouts: options.timeouts ?? defaultTimeouts,
  }
}
