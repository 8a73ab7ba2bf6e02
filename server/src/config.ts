import { contradictions } from './config-contradictions.ts'
import { isLiveKey } from './config-dangers.ts'
import { type Environment, environment, isDemo } from './config-environment.ts'
import { secondsMs } from './platform/clock.ts'
import type { S3Config } from './platform/images/s3-store.ts'

/** Files of variables name all of them, used or not. */
const emptyIsAbsent = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''))

export type Config = {
  nodeEnv: string
  port: number
  host: string
  /** As browsers name an origin; undefined until the port is known. */
  publicUrl: string | undefined
  productName: string
  /** Undefined: the embedded database under dataDir. */
  databaseUrl: string | undefined
  /** What several processes share; undefined: there is one. */
  redisUrl: string | undefined
  /** How many of this command's answer requests; auto: as many as the machine carries. */
  processes: number | 'auto'
  /** Whether mails, refunds and all else that waits is done; off for a copy that somebody looks at. */
  hasJobs: boolean
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
  /** That a search may take, its waiting included. */
  searchMs: number
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
  /** Whom complaints go to by law; undefined: the operator, at the contact address. */
  grievance: { officer: string | undefined; email: string | undefined }
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

function toConfig(env: Environment): Config {
  return {
    nodeEnv: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin,
    productName: env.PRODUCT_NAME,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    processes: env.PROCESSES,
    hasJobs: env.JOBS === 'on',
    hsts: env.HSTS,
    drainMs: secondsMs(env.DRAIN_SECONDS ?? (env.REDIS_URL ? 5 : 0)),
    dataDir: env.DATA_DIR,
    isDemo: isDemo(env),
    // Who looks around reads the addresses that the start prints, not a line for each request.
    logLevel: env.LOG_LEVEL ?? (isDemo(env) ? 'warn' : 'info'),
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    trustedProxies: env.TRUSTED_PROXIES,
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    tokenSecret: env.TOKEN_SECRET,
    cacheBytes: env.CACHE_MB * 1_000_000,
    searchMs: secondsMs(env.SEARCH_SECONDS),
    ...peopleOf(env),
    ...servicesOf(env),
    turn: env.TURN_SECRET ? { urls: env.TURN_URLS, secret: env.TURN_SECRET } : undefined,
    s3: s3Of(env),
  }
}

/** Who runs the installation, and where they are found. */
const peopleOf = (env: Environment) => ({
  moderator:
    env.MODERATOR_EMAIL && env.MODERATOR_PASSWORD
      ? { email: env.MODERATOR_EMAIL, password: env.MODERATOR_PASSWORD }
      : undefined,
  contactEmail: env.CONTACT_EMAIL,
  grievance: { officer: env.GRIEVANCE_OFFICER, email: env.GRIEVANCE_EMAIL },
  socialLinks: {
    instagram: env.SOCIAL_INSTAGRAM,
    facebook: env.SOCIAL_FACEBOOK,
    linkedin: env.SOCIAL_LINKEDIN,
    twitter: env.SOCIAL_TWITTER,
  },
})

/** What others do for us: mail, sign-in, payments, notices, pictures. */
const servicesOf = (env: Environment) => ({
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
          isLive: isLiveKey(env.STRIPE_SECRET_KEY),
        }
      : undefined,
  push: {
    keys:
      env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY
        ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
        : undefined,
    services: env.PUSH_SERVICES,
  },
  cloudinary:
    env.CLOUDINARY_CLOUD_NAME && env.CLOUDINARY_UPLOAD_PRESET
      ? { cloudName: env.CLOUDINARY_CLOUD_NAME, uploadPreset: env.CLOUDINARY_UPLOAD_PRESET }
      : undefined,
})

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

/** Who runs the installation, as its pages tell. */
export const operatorOf = ({ productName, grievance }: Config) => ({
  productName,
  grievanceOfficer: grievance.officer ?? null,
  grievanceEmail: grievance.email ?? null,
})
