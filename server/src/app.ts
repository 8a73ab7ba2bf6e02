import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { allEndpoints, api } from '@marga/contract/api'
import type { EndpointSpec } from '@marga/contract/endpoint'
import { limits } from '@marga/contract/limits'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { App } from './compose.ts'
import { demoIdentities } from './demo/demo-logins.ts'
import { registerGoogleSignIn } from './features/accounts/google-sign-in.routes.ts'
import { callbackPath } from './features/accounts/google-sign-in.service.ts'
import { registerUnsubscribe } from './features/accounts/unsubscribe.routes.ts'
import { registerCalendarFeeds } from './features/calendar/calendar-feeds.routes.ts'
import { registerPaymentWebhook } from './features/enrollments/payment-webhook.routes.ts'
import { registerSandboxCheckout } from './features/enrollments/sandbox-checkout.routes.ts'
import { readMultipart, registerUploads } from './features/images/images.routes.ts'
import { registerApiDocs } from './http/api-docs.ts'
import { bindRoutes } from './http/bind.ts'
import { readJsonBodies } from './http/bodies.ts'
import { secureCookies } from './http/cookies.ts'
import { registerCrawlers } from './http/crawlers.ts'
import { registerCspReports } from './http/csp-reports.ts'
import { handleErrors } from './http/error-replies.ts'
import { registerHealth } from './http/health.ts'
import { createInProcessCall } from './http/in-process-call.ts'
import { measureRequests } from './http/measure-requests.ts'
import { createApiNotFound } from './http/method-not-allowed.ts'
import { refuseOverload } from './http/overload.ts'
import { registerSandboxGoogle } from './http/sandbox-google.routes.ts'
import { registerSandboxMail } from './http/sandbox-mail.routes.ts'
import { nonceOf, setSecurityHeaders } from './http/security-headers.ts'
import { createSharedLimits } from './http/shared-limits.ts'
import { type ClientTimes, clientTimes, cutSlowReaders, serverTimeouts } from './http/slow-clients.ts'
import { answerStrangersApart } from './http/strangers.ts'
import { registerWebHost } from './http/web-host.ts'
import { AppError } from './platform/errors.ts'

export type AppOptions = {
  /** `web/build`; undefined serves the API alone. */
  webBuildDir: string | undefined
  /** How patient it is with slow clients, where not as usual. */
  clientTimes?: ClientTimes
}

/** The HTTP side: hooks, error mapping and every route of the contract. */
export async function buildApp(app: App, options: AppOptions): Promise<FastifyInstance> {
  const { config } = app
  const times = options.clientTimes ?? clientTimes
  const fastify: FastifyInstance = Fastify({
    loggerInstance: app.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.bodyBytesMax,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: 'idle',
    ...serverTimeouts(times),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
  })
  fastify.decorateRequest('actor', undefined)
  handleErrors(fastify)
  refuseOverload(fastify)
  if (app.metrics) measureRequests(fastify, app.metrics)
  if (config.databaseReplicaUrl) answerStrangersApart(fastify, { reads: app.publicReads })
  cutSlowReaders(fastify, times)
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  fastify.addHook('onResponse', async (request, reply) => {
    // The path without its query: queries may hold what people look for.
    const path = request.url.split('?')[0]
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
  const isHttps = app.publicUrl().startsWith('https://')
  secureCookies(fastify, { isHttps })
  await setSecurityHeaders(fastify, {
    isHttps,
    imageHosts: config.cloudinary ? ['https://res.cloudinary.com'] : [],
    connectHosts: config.cloudinary ? ['https://api.cloudinary.com'] : [],
  })
  await fastify.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await fastify.register(rateLimit, {
    global: false,
    hook: 'preHandler',
    ...(app.redis ? { store: createSharedLimits(app.redis) } : {}),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('rate_limited', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  })
  registerHealth(fastify, app)
  await fastify.register(registerApi(app))
  await fastify.register(async (scope) => registerPaymentWebhook(scope, app))
  await fastify.register(async (scope) => registerCspReports(scope, config))
  if (app.sandbox) {
    const { sandbox } = app
    await fastify.register(async (scope) => registerSandboxCheckout(scope, { ...app, sandbox }))
  }
  if (app.hasOutbox) registerSandboxMail(fastify, app.mails)
  if (app.sandboxIdentity) {
    const of = { identity: app.sandboxIdentity, people: demoIdentities, callbackPath, isOpen: app.hasOutbox }
    await fastify.register(async (scope) => registerSandboxGoogle(scope, of))
  }
  registerGoogleSignIn(fastify, {
    googleSignIn: app.googleSignIn,
    rateLimitFactor: config.rateLimitFactor,
  })
  await fastify.register(async (scope) => registerUnsubscribe(scope, app.recipients))
  registerCalendarFeeds(fastify, app.calendarFeeds)
  registerCrawlers(fastify, { publicUrl: app.publicUrl, ...app.search })
  registerApiDocs(fastify, { productName: config.productName, publicUrl: app.publicUrl })
  mkdirSync(app.uploadsDir, { recursive: true })
  await registerUploads(fastify, { images: app.images, folder: app.uploadsDir })
  fastify.setNotFoundHandler(createApiNotFound(allEndpoints().map(([, endpoint]) => endpoint)))
  if (options.webBuildDir) {
    await registerWebHost(fastify, {
      buildDir: options.webBuildDir,
      call: createInProcessCall(app.routes),
      nonceOf,
      pages: app.pages,
      ...(config.publicUrl ? { publicUrl: config.publicUrl } : {}),
    })
  }
  return fastify
}

/** What a search answers: made of the mentors alone, so that one notification evicts all of it. */
const keptEndpoints: ReadonlySet<EndpointSpec> = new Set([
  api.search.mentors,
  api.search.facets,
  api.search.suggestions,
])

const registerApi = (app: App) => async (scope: FastifyInstance) => {
  readJsonBodies(scope)
  await scope.register(multipart, {
    limits: { fileSize: limits.uploadBytesMax, files: 1, fields: 5, fieldSize: 1000, parts: 6 },
  })
  readMultipart(scope)
  bindRoutes(scope, app.routes, {
    identify: app.identify,
    onBehalfOf: app.onBehalfOf,
    once: app.once,
    admit: app.admit,
    rateLimitFactor: app.config.rateLimitFactor,
    isStrict: app.isStrict,
    kept: { answers: app.answers, isFor: (endpoint) => keptEndpoints.has(endpoint) },
  })
}
