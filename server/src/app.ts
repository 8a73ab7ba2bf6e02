import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import { limits } from '@marga/contract/limits'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { App } from './compose.ts'
import { demoIdentities } from './demo/demo-logins.ts'
import { registerGoogleSignIn } from './features/accounts/google-sign-in.routes.ts'
import { callbackPath } from './features/accounts/google-sign-in.service.ts'
import { isSignInProven } from './features/accounts/sign-in-proof.rules.ts'
import { registerUnsubscribe } from './features/accounts/unsubscribe.routes.ts'
import { registerCalendarFeeds } from './features/calendar/calendar-feeds.routes.ts'
import { registerPaymentWebhook } from './features/enrollments/payment-webhook.routes.ts'
import { registerSandboxCheckout } from './features/enrollments/sandbox-checkout.routes.ts'
import { readMultipart, registerUploads } from './features/images/images.routes.ts'
import { registerApiDocs } from './http/api-docs.ts'
import { bindRoutes } from './http/bind.ts'
import { parseJsonBodies } from './http/body-parser.ts'
import { limitConnections } from './http/connections.ts'
import { secureCookies } from './http/cookies.ts'
import { registerCspReports } from './http/csp-reports.ts'
import { handleErrors } from './http/error-responses.ts'
import { registerHealth } from './http/health.ts'
import { createInProcessCall } from './http/in-process-call.ts'
import { createLoggedPaths } from './http/logged-paths.ts'
import { refuseMalformed, sendUnrouted } from './http/malformed.ts'
import { registerManifest } from './http/manifest.ts'
import { measureRequests } from './http/measure-requests.ts'
import { createNotFound } from './http/method-not-allowed.ts'
import { refuseOverload } from './http/overload.ts'
import { limitPendingBodies } from './http/pending-bodies.ts'
import { PlainRequest } from './http/plain-requests.ts'
import { limitRequests } from './http/request-limits.ts'
import { registerRobots } from './http/robots.ts'
import { registerSandboxClock } from './http/sandbox-clock.routes.ts'
import { registerSandboxGoogle } from './http/sandbox-google.routes.ts'
import { registerSandboxMail } from './http/sandbox-mail.routes.ts'
import { nonceOf, type PolicyOf, setSecurityHeaders } from './http/security-headers.ts'
import { registerSitemap } from './http/sitemap.ts'
import { type ClientTimes, clientTimes, cutSlowReaders, serverTimeouts } from './http/slow-clients.ts'
import { registerSocialImages } from './http/social-images.ts'
import { registerSsrHost } from './http/ssr-host.ts'
import { markFileIn } from './platform/images/social-image.ts'
import { cachedEndpoints, tagsOfAnswer } from './response-tags.ts'

export type AppOptions = {
  /** `web/build`; undefined serves the API alone. */
  webBuildDir: string | undefined
  /** How patient it is with slow clients, where not as usual. */
  clientTimes?: ClientTimes
}

/** The HTTP side: hooks, error mapping and every route of the contract. */
export async function buildApp(app: App, options: AppOptions): Promise<FastifyInstance> {
  const times = options.clientTimes ?? clientTimes
  const fastify = createFastify(app, times)
  const policyOf = await addHooks(fastify, app, times)
  await fastify.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  const notFound = createNotFound(fastify)
  registerHealth(fastify, app)
  await fastify.register(registerApi(app))
  await fastify.register(async (scope) =>
    registerPaymentWebhook(scope, { ...app, events: app.providerEvents }),
  )
  await fastify.register(async (scope) => registerCspReports(scope))
  await registerSandboxes(fastify, app)
  registerGoogleSignIn(fastify, { googleSignIn: app.googleSignIn })
  await fastify.register(async (scope) => registerUnsubscribe(scope, app.recipients))
  registerCalendarFeeds(fastify, app.calendarFeeds)
  registerRobots(fastify, app)
  registerManifest(fastify, app.config)
  registerSitemap(fastify, { publicUrl: app.publicUrl, source: app.search.sitemap })
  registerSocialImages(fastify, {
    productName: app.config.productName,
    markFile: options.webBuildDir && markFileIn(options.webBuildDir),
    source: {
      findMentor: async (mentorId) => (await app.search.cards([mentorId]))[0],
      readPhoto: app.images.readAt,
    },
  })
  registerApiDocs(fastify, { productName: app.config.productName, publicUrl: app.publicUrl })
  mkdirSync(app.uploadsDir, { recursive: true })
  await registerUploads(fastify, { images: app.images, folder: app.uploadsDir })
  fastify.setNotFoundHandler(notFound)
  if (options.webBuildDir) await registerPages(fastify, app, { buildDir: options.webBuildDir, policyOf })
  return fastify
}

function createFastify({ log, config, addresses }: App, times: ClientTimes): FastifyInstance {
  const { ofFastify, ofNode } = serverTimeouts(times)
  return Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.bodyBytesMax,
    trustProxy: config.trustedProxies.length > 0 ? addresses.isTrustedProxy : false,
    forceCloseConnections: 'idle',
    ...ofFastify,
    http: { ...ofNode, IncomingMessage: PlainRequest },
    frameworkErrors: sendUnrouted,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
  })
}

/** What every request passes, in this order. */
async function addHooks(fastify: FastifyInstance, app: App, times: ClientTimes) {
  const { config } = app
  fastify.decorateRequest('actor', undefined)
  handleErrors(fastify)
  boundLoad(fastify, app, times)
  if (app.metrics) measureRequests(fastify, app.metrics)
  cutSlowReaders(fastify, times)
  refuseMalformed(fastify)
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  logAnswers(fastify)
  const isHttps = app.publicUrl().startsWith('https://')
  secureCookies(fastify, { isHttps })
  return setSecurityHeaders(fastify, {
    hsts: config.hsts,
    isHttps,
    imageHosts: config.cloudinary ? ['https://res.cloudinary.com'] : [],
    connectHosts: config.cloudinary ? ['https://api.cloudinary.com'] : [],
  })
}

function logAnswers(fastify: FastifyInstance) {
  const loggedPath = createLoggedPaths(fastify)
  fastify.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: loggedPath(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
}

/** The pages of what stands in for others: the payment provider, the mailbox, the clock, the identity provider. */
async function registerSandboxes(fastify: FastifyInstance, app: App) {
  if (app.sandbox) {
    const { sandbox } = app
    await fastify.register(async (scope) =>
      registerSandboxCheckout(scope, { ...app, events: app.providerEvents, sandbox }),
    )
  }
  if (app.hasOutbox) registerSandboxMail(fastify, app.mails)
  if (app.config.isDemo) await fastify.register(async (scope) => registerSandboxClock(scope, app.demoClock))
  if (app.sandboxIdentity) {
    const of = { identity: app.sandboxIdentity, people: demoIdentities, callbackPath, isOpen: app.hasOutbox }
    await fastify.register(async (scope) => registerSandboxGoogle(scope, of))
  }
}

const registerPages = (fastify: FastifyInstance, app: App, of: { buildDir: string; policyOf: PolicyOf }) =>
  registerSsrHost(fastify, {
    ...of,
    callFor: createInProcessCall(app.routes, app.limiter),
    nonceOf,
    pages: app.pages,
    tagsOf: tagsOfAnswer,
    isSignInProven,
    ...(app.config.publicUrl ? { publicUrl: app.config.publicUrl } : {}),
  })

/** What one caller, and all of them, may ask for at once and in a minute. */
function boundLoad(fastify: FastifyInstance, { limiter, addresses, config }: App, times: ClientTimes) {
  const scaled = (max: number) => Math.ceil(max * config.rateLimitFactor)
  limitConnections(fastify.server, { perAddressMax: scaled(limits.connectionsPerAddressMax), addresses })
  limitRequests(fastify, limiter)
  limitPendingBodies(fastify, { ...times, perAddressMax: scaled(limits.bodiesPendingPerAddressMax) })
  refuseOverload(fastify, { perAddressMax: scaled(limits.requestsUnderWayPerAddressMax) })
}

const registerApi = (app: App) => async (scope: FastifyInstance) => {
  parseJsonBodies(scope)
  await scope.register(multipart, {
    limits: { fileSize: limits.uploadBytesMax, files: 1, fields: 5, fieldSize: 1000, parts: 6 },
  })
  readMultipart(scope, { factor: app.config.rateLimitFactor })
  bindRoutes(scope, app.routes, {
    identify: app.identify,
    runAsSession: app.runAsSession,
    idempotency: app.idempotency,
    requireTwoFactorSetup: app.requireTwoFactorSetup,
    isStrict: app.isStrict,
    cached: {
      responses: app.responses,
      isFor: (endpoint) => cachedEndpoints.has(endpoint),
      tagsOf: tagsOfAnswer,
    },
  })
}
