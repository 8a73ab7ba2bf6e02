import { z } from 'zod'

const flag = z.enum(['0', '1']).transform((text) => text === '1')
const emptyIsAbsent = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))

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
  DATA_DIR: z.string().default('.data'),
  DEMO: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
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
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address, or Name <address>',
    )
    .optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
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
  CLOUDINARY_CLOUD_NAME: z.string().optional(),
  CLOUDINARY_UPLOAD_PRESET: z.string().optional(),
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
  dataDir: string
  isDemo: boolean
  logLevel: string
  rateLimitFactor: number
  trustedProxies: string[]
  moderator: { email: string; password: string } | undefined
  /** Undefined: generated into dataDir. */
  tokenSecret: string | undefined
  smtp: { url: string; from: string } | undefined
  google: { clientId: string; clientSecret: string; issuer: string } | undefined
  /** Relays for live sessions; undefined: direct connections only. */
  turn: { urls: string[]; secret: string } | undefined
  cloudinary: { cloudName: string; uploadPreset: string } | undefined
  socialLinks: { instagram: string; facebook: string; linkedin: string; twitter: string }
}

/** Every bad variable at once, one line each. */
export class ConfigError extends Error {}

/** The only reader of the process's environment. @throws ConfigError */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = environment.safeParse(emptyIsAbsent(env))
  const problems = parsed.success ? [] : parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`)
  if (parsed.success) problems.push(...contradictions(parsed.data))
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(`The environment is not usable:\n  ${problems.join('\n  ')}`)
  }
  return toConfig(parsed.data)
}

type Environment = z.output<typeof environment>

function contradictions(env: Environment): string[] {
  const problems: string[] = []
  if (env.DATABASE_URL && !env.TOKEN_SECRET) {
    problems.push('TOKEN_SECRET: must be given when DATABASE_URL is (all processes need the same one)')
  }
  if (Boolean(env.MODERATOR_EMAIL) !== Boolean(env.MODERATOR_PASSWORD)) {
    problems.push('MODERATOR_EMAIL and MODERATOR_PASSWORD: give both or none')
  }
  if (Boolean(env.SMTP_URL) !== Boolean(env.MAIL_FROM)) {
    problems.push('SMTP_URL and MAIL_FROM: give both or none')
  }
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET)) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: give both or none')
  }
  if (env.TURN_URLS.length > 0 !== Boolean(env.TURN_SECRET)) {
    problems.push('TURN_URLS and TURN_SECRET: give both or none')
  }
  const issuer = new URL(env.GOOGLE_ISSUER)
  if (issuer.protocol !== 'https:' && !isLoopback(issuer.hostname)) {
    problems.push('GOOGLE_ISSUER: must begin with https://')
  }
  if (Boolean(env.CLOUDINARY_CLOUD_NAME) !== Boolean(env.CLOUDINARY_UPLOAD_PRESET)) {
    problems.push('CLOUDINARY_CLOUD_NAME and CLOUDINARY_UPLOAD_PRESET: give both or none')
  }
  return problems
}

const isLoopback = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

function toConfig(env: Environment): Config {
  return {
    nodeEnv: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    productName: env.PRODUCT_NAME,
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    isDemo: env.DEMO ?? !env.DATABASE_URL,
    logLevel: env.LOG_LEVEL,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    trustedProxies: env.TRUSTED_PROXIES,
    moderator:
      env.MODERATOR_EMAIL && env.MODERATOR_PASSWORD
        ? { email: env.MODERATOR_EMAIL, password: env.MODERATOR_PASSWORD }
        : undefined,
    tokenSecret: env.TOKEN_SECRET,
    smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? {
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
            issuer: env.GOOGLE_ISSUER,
          }
        : undefined,
    turn: env.TURN_SECRET ? { urls: env.TURN_URLS, secret: env.TURN_SECRET } : undefined,
    cloudinary:
      env.CLOUDINARY_CLOUD_NAME && env.CLOUDINARY_UPLOAD_PRESET
        ? { cloudName: env.CLOUDINARY_CLOUD_NAME, uploadPreset: env.CLOUDINARY_UPLOAD_PRESET }
        : undefined,
    socialLinks: {
      instagram: env.SOCIAL_INSTAGRAM,
      facebook: env.SOCIAL_FACEBOOK,
      linkedin: env.SOCIAL_LINKEDIN,
      twitter: env.SOCIAL_TWITTER,
    },
  }
}
