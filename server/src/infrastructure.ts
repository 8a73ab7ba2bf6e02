import { resolve } from 'node:path'
import type { Config } from './config.ts'
import type { Core } from './platform/core.ts'
import { createOpenIdProvider } from './platform/identity/open-id-provider.ts'
import { createSandboxIdentity } from './platform/identity/sandbox-identity.ts'
import { createDiskStore } from './platform/images/disk-store.ts'
import { createS3Store } from './platform/images/s3-store.ts'
import { createLogTransport } from './platform/mail/log-transport.ts'
import { createMailQueue } from './platform/mail/mail-queue.ts'
import { addressOf, createSmtpTransport } from './platform/mail/smtp-transport.ts'
import { createPublicFetch, type PublicFetch } from './platform/outbound/public-fetch.ts'
import type { PaymentGateway } from './platform/payments/payments.ts'
import { createSandboxGateway } from './platform/payments/sandbox-gateway.ts'
import { createStripeEventReader } from './platform/payments/stripe-events.ts'
import { createStripeGateway } from './platform/payments/stripe-gateway.ts'
import { createPushSender } from './platform/push/push.ts'
import { deriveKeys } from './platform/push/vapid-keys.ts'
import { openRedis } from './platform/redis/redis.ts'

type Deps = Core & {
  config: Config
  publicFetch: PublicFetch | undefined
  aroundPayments: ((gateway: PaymentGateway) => PaymentGateway) | undefined
}

/** The services outside the product, each what the operator configured or what stands in for it. */
export function createInfrastructure({ config, aroundPayments, publicFetch, ...core }: Deps) {
  const { clock, log, publicUrl, secret } = core
  const transport = config.smtp ? createSmtpTransport(config.smtp) : createLogTransport(log)
  const sandbox = config.isDemo && !config.stripe ? createSandboxGateway(core) : undefined
  const provider = config.stripe ? createStripeGateway({ ...core, keys: config.stripe }) : sandbox
  const sandboxIdentity = config.isDemo && !config.google ? createSandboxIdentity(core) : undefined
  const uploadsDir = resolve(config.dataDir, 'uploads')
  const disk = createDiskStore({ folder: uploadsDir })
  const organizerEmail = () =>
    config.smtp ? addressOf(config.smtp.from) : `no-reply@${new URL(publicUrl()).hostname}`

  return {
    redis: config.redisUrl ? openRedis({ ...core, url: config.redisUrl }) : undefined,
    closeMail: () => transport.close(),
    hasOutbox: config.isDemo && !config.smtp,
    mails: createMailQueue({
      ...core,
      transport,
      factor: config.rateLimitFactor,
    }),
    /** Who calendars name as the sender of an appointment. */
    organizerEmail,
    sandbox,
    payments: provider && (aroundPayments?.(provider) ?? provider),
    readEvent: config.stripe && createStripeEventReader({ ...config.stripe, clock }),
    sandboxIdentity,
    identityProvider: config.google
      ? createOpenIdProvider(config.google, core.timeouts)
      : sandboxIdentity?.provider,
    uploadsDir,
    publicFetch: publicFetch ?? createPublicFetch({ userAgent: 'Marga' }),
    stores: config.s3 ? { store: createS3Store(config.s3), earlierStore: disk } : { store: disk },
    pushSender: createPushSender({
      keys: config.push.keys ?? deriveKeys(secret),
      contact: organizerEmail,
      moreServices: config.push.services,
    }),
  }
}
