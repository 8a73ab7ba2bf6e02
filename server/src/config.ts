import { z } from 'zod'
import { dangersOfDemo, saysTlsItself } from './config-dangers.ts'
import { secondsMs } from './platform/clock.ts'
import type { S3Config } from './platform/images/s3-store.ts'

const flag = z.enum(['0', '1']).transform((text) => text === '1')
/** Files of variables name all of them, used or not. */
const emptyIsAbsent = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''))

const environment = z.object({
  NODE_ENV: z.string().default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  PRODUCT_NAME: z.string().trim().min(1).max(40).default('Marga'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/[^/\s]/, 'must begin with redis:// or rediss:// and name a server')
    .optional(),
  HSTS: z.enum(['site', 'subdomains', 'off'], 'may be “site”, “subdomains” or “off”').default('site'),
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).optional(),
  CACHE_MB: z.coerce.number().min(0).max(4096).default(48),
  DATA_DIR: z.string().default('.data'),
  DEMO: flag.optional(),
  DEMO_IN_PUBLIC: z.literal('yes', 'may be “yes”, or absent').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean),
    ),
  MODERATOR_EMAIL: z.email().optional(),
  MODERATOR_PASSWORD: z.string().min(8).max(128).optional(),
  TOKEN_SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/\s]/, 'must begin with smtp:// or smtps:// and name a server')
    .optional(),
  SMTP_TLS: z.enum(['required', 'off'], 'may be “required” or “off”').default('required'),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address, or Name <address>',
    )
    .optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be 65 bytes in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
    .optional(),
  PUSH_SERVICES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean),
    ),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must begin with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must begin with whsec_').optional(),
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  TURN_URLS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean),
    )
    .refine(
      (urls) => urls.every((url) => /^(turns?|stuns?):/.test(url)),
      'each must begin with turn:, turns: or stun:',
    ),
  TURN_SECRET: z.string().min(16, 'needs at least 16 characters').optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  CLOUDINARY_CLOUD_NAME: z.string().optional(),
  CLOUDINARY_UPLOAD_PRESET: z.string().optional(),
  CONTACT_EMAIL: z.email().optional(),
  SOCIAL_INSTAGRAM: z.string().default('/'),
  SOCIAL_FACEBOOK: z.string().default('/'),
  SOCIAL_LINKEDIN: z.string().default('/'),
  SOCIAL_TWITTER: z.string().default('/'),
})

export type Config = {
  nodeEnv: string
  port: number
  host: string
  /** Without a trailing slash; undefined until the port is known. */
  publicUrl: string | undefined
  productName: string
  /** Undefined: the embedded database under dataDir. */
  databaseUrl: string | undefined
  /** Undefined: everything is read from the database itself. */
  /** What several processes share; undefined: there is one. */
  redisUrl: string | undefined
  /** For which names browsers remember that they are reached by https alone. */
  hsts: 'site' | 'subdomains' | 'off'
  /** Between the word that no more traffic is wanted and the end of what is open. */
  drainMs: number
  dataDir: string
  isDemo: boolean
  logLevel: string
  rateLimitFactor: number
  trustedProxies: string[]
  /** Undefined: nobody is told. */
  metrics: { port: number; host: string } | undefined
  moderator: { email: string; password: string } | undefined
  /** Undefined: generated into dataDir. */
  tokenSecret: string | undefined
  /** For public answers and pages together. */
  cacheBytes: number
  smtp: { url: string; from: string; isTlsRequired: boolean } | undefined
  google: { clientId: string; clientSecret: string; issuer: string } | undefined
  /** Real payments; undefined: the sandbox in DEMO, else none. */
  stripe:
    | {
        secretKey: string
        publishableKey: string | undefined
        webhookSecret: string
        apiUrl: string | undefined
        isLive: boolean
      }
    | undefined
  /** Keys undefined: made out of the token secret. `services`: push services beside those of the browsers. */
  push: { keys: { publicKey: string; privateKey: string } | undefined; services: string[] }
  /** Relays for live sessions; undefined: direct connections only. */
  turn: { urls: string[]; secret: string } | undefined
  /** Undefined: pictures are kept under dataDir. */
  s3: S3Config | undefined
  cloudinary: { cloudName: string; uploadPreset: string } | undefined
  contactEmail: string | undefined
  socialLinks: { instagram: string; facebook: string; linkedin: string; twitter: string }
}

/** Every bad variable at once, one line each. */
export class ConfigError extends Error {}

/** The only reader of the process's environment. @throws ConfigError */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = emptyIsAbsent(env)
  const parsed = environment.safeParse(given)
  const problems = parsed.success
    ? contradictions(parsed.data)
    : [
        ...parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`),
        ...contradictionsBeside(new Set(parsed.error.issues.map((i) => String(i.path[0]))), given),
      ]
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(`The environment is not usable:\n  ${problems.join('\n  ')}`)
  }
  return toConfig(parsed.data)
}

/** What is wrong whatever the malformed variables should have been. */
function contradictionsBeside(malformed: ReadonlySet<string>, given: NodeJS.ProcessEnv): string[] {
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !malformed.has(name)))
  // A database was meant: it is no demo for want of one.
  if (malformed.has('DATABASE_URL')) rest.DEMO ??= '0'
  return contradictions(environment.parse(rest)).filter(
    (problem) => !(problem.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []).some((name) => malformed.has(name)),
  )
}

type Environment = z.output<typeof environment>

function contradictions(env: Environment): string[] {
  const problems: string[] = []
  if (env.DATABASE_URL && !env.TOKEN_SECRET) {
    problems.push('TOKEN_SECRET: must be given when DATABASE_URL is (all processes need the same one)')
  }
  if (env.REDIS_URL && !env.DATABASE_URL) {
    problems.push('REDIS_URL: is of no use without DATABASE_URL (the embedded database serves one process)')
  }
  if (Boolean(env.MODERATOR_EMAIL) !== Boolean(env.MODERATOR_PASSWORD)) {
    problems.push('MODERATOR_EMAIL and MODERATOR_PASSWORD: give both or none')
  }
  if (Boolean(env.SMTP_URL) !== Boolean(env.MAIL_FROM)) {
    problems.push('SMTP_URL and MAIL_FROM: give both or none')
  }
  if (env.SMTP_URL && saysTlsItself(env.SMTP_URL)) {
    problems.push('SMTP_URL: says itself whether it uses TLS; that is for SMTP_TLS to say')
  }
  problems.push(...dangersOfDemo({ ...env, isDemo: isDemo(env) }))
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET)) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: give both or none')
  }
  if (Boolean(env.VAPID_PUBLIC_KEY) !== Boolean(env.VAPID_PRIVATE_KEY)) {
    problems.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: give both or none')
  }
  if (env.TURN_URLS.length > 0 !== Boolean(env.TURN_SECRET)) {
    problems.push('TURN_URLS and TURN_SECRET: give both or none')
  }
  if (Boolean(env.STRIPE_SECRET_KEY) !== Boolean(env.STRIPE_WEBHOOK_SECRET)) {
    problems.push(
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: give both or none (without its events payments would be missed)',
    )
  }
  if (env.STRIPE_PUBLISHABLE_KEY && !env.STRIPE_SECRET_KEY) {
    problems.push('STRIPE_PUBLISHABLE_KEY: is of no use without STRIPE_SECRET_KEY')
  }
  if (
    env.STRIPE_PUBLISHABLE_KEY &&
    env.STRIPE_SECRET_KEY &&
    env.STRIPE_PUBLISHABLE_KEY.split('_')[1] !== env.STRIPE_SECRET_KEY.split('_')[1]
  ) {
    problems.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is for tests, the other is live')
  }
  const issuer = new URL(env.GOOGLE_ISSUER)
  if (issuer.protocol !== 'https:' && !isLoopback(issuer.hostname)) {
    problems.push('GOOGLE_ISSUER: must begin with https://')
  }
  const s3 = [env.S3_ENDPOINT, env.S3_BUCKET, env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY]
  if (s3.some(Boolean) && !s3.every(Boolean)) {
    problems.push('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: give all or none')
  }
  if (Boolean(env.CLOUDINARY_CLOUD_NAME) !== Boolean(env.CLOUDINARY_UPLOAD_PRESET)) {
    problems.push('CLOUDINARY_CLOUD_NAME and CLOUDINARY_UPLOAD_PRESET: give both or none')
  }
  return problems
}

const isDemo = (env: Environment) => env.DEMO ?? !env.DATABASE_URL

const isLoopback = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

function toConfig(env: Environment): Config {
  return {
    nodeEnv: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    productName: env.PRODUCT_NAME,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    hsts: env.HSTS,
    drainMs: secondsMs(env.DRAIN_SECONDS ?? (env.REDIS_URL ? 5 : 0)),
    dataDir: env.DATA_DIR,
    isDemo: isDemo(env),
    logLevel: env.LOG_LEVEL,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    trustedProxies: env.TRUSTED_PROXIES,
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    moderator:
      env.MODERATOR_EMAIL && env.MODERATOR_PASSWORD
        ? { email: env.MODERATOR_EMAIL, password: env.MODERATOR_PASSWORD }
        : undefined,
    tokenSecret: env.TOKEN_SECRET,
    cacheBytes: env.CACHE_MB * 1_000_000,
    smtp:
      env.SMTP_URL && env.MAIL_FROM
        ? { url: env.SMTP_URL, from: env.MAIL_FROM, isTlsRequired: env.SMTP_TLS === 'required' }
        : undefined,
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? {
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
            issuer: env.GOOGLE_ISSUER,
          }
        : undefined,
    stripe:
      env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: env.STRIPE_SECRET_KEY,
            publishableKey: env.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            apiUrl: env.STRIPE_API_URL,
            isLive: env.STRIPE_SECRET_KEY.split('_')[1] === 'live',
          }
        : undefined,
    push: {
      keys:
        env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY
          ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
          : undefined,
      services: env.PUSH_SERVICES,
    },
    turn: env.TURN_SECRET ? { urls: env.TURN_URLS, secret: env.TURN_SECRET } : undefined,
    s3: s3Of(env),
    cloudinary:
      env.CLOUDINARY_CLOUD_NAME && env.CLOUDINARY_UPLOAD_PRESET
        ? { cloudName: env.CLOUDINARY_CLOUD_NAME, uploadPreset: env.CLOUDINARY_UPLOAD_PRESET }
        : undefined,
    contactEmail: env.CONTACT_EMAIL,
    socialLinks: {
      instagram: env.SOCIAL_INSTAGRAM,
      facebook: env.SOCIAL_FACEBOOK,
      linkedin: env.SOCIAL_LINKEDIN,
      twitter: env.SOCIAL_TWITTER,
    },
  }
}

function s3Of(env: Environment): S3Config | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}
