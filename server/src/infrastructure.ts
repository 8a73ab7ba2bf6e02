import { resolve } from 'node:path'
import type { Config } from './config.ts'
import type { Clock, NewId } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import { createOpenIdProvider } from './platform/identity/open-id-provider.ts'
import { createSandboxIdentity } from './platform/identity/sandbox-identity.ts'
import { createDiskStore } from './platform/images/disk-store.ts'
import { createS3Store } from './platform/images/s3-store.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import { createLogTransport } from './platform/mail/log-transport.ts'
import { createMailQueue } from './platform/mail/mail-queue.ts'
import { addressOf, createSmtpTransport } from './platform/mail/smtp-transport.ts'
import type { PaymentGateway } from './platform/payments/payments.ts'
import { createSandboxGateway } from './platform/payments/sandbox-gateway.ts'
import { createStripeEventReader } from './platform/payments/stripe-events.ts'
import { createStripeGateway } from './platform/payments/stripe-gateway.ts'
import { createPushSender, deriveKeys } from './platform/push/push.ts'
import { openRedis } from './platform/redis/redis.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  jobs: Jobs
  log: Log
  publicUrl: () => string
  config: Config
  secret: Uint8Array
  aroundPayments: ((gateway: PaymentGateway) => PaymentGateway) | undefined
}

/** The services outside the product, each what the operator configured or what stands in for it. */
export function createInfrastructure({ config, secret, aroundPayments, ...base }: Deps) {
  const { clock, log, publicUrl } = base
  const transport = config.smtp ? createSmtpTransport(config.smtp) : createLogTransport(log)
  const sandbox = config.isDemo && !config.stripe ? createSandboxGateway(base) : undefined
  const provider = config.stripe ? createStripeGateway({ ...base, keys: config.stripe }) : sandbox
  const sandboxIdentity =
    config.isDemo && !config.google ? createSandboxIdentity({ ...base, secret }) : undefined
  const uploadsDir = resolve(config.dataDir, 'uploads')
  const disk = createDiskStore({ folder: uploadsDir })
  const organizerEmail = () =>
    config.smtp ? addressOf(config.smtp.from) : `no-reply@${new URL(publicUrl()).hostname}`

  return {
    redis: config.redisUrl ? openRedis({ url: config.redisUrl, secret, log }) : undefined,
    transport,
    hasOutbox: config.isDemo && !config.smtp,
    mails: createMailQueue({
      ...base,
      transport,
      productName: config.productName,
      factor: config.rateLimitFactor,
    }),
    /** Who calendars name as the sender of an appointment. */
    organizerEmail,
    sandbox,
    payments: provider && (aroundPayments?.(provider) ?? provider),
    readEvent: config.stripe && createStripeEventReader({ ...config.stripe, clock }),
    sandboxIdentity,
    identityProvider: config.google ? createOpenIdProvider(config.google) : sandboxIdentity?.provider,
    uploadsDir,
    stores: config.s3 ? { store: createS3Store(config.s3), earlierStore: disk } : { store: disk },
    pushSender: createPushSender({
      keys: config.push.keys ?? deriveKeys(secret),
      contact: organizerEmail,
      moreServices: config.push.services,
    }),
  }
}
