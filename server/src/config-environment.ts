import { z } from 'zod'
import { isProxyAddress } from './platform/network-address.ts'

const flag = z.enum(['0', '1']).transform((text) => text === '1')
/** Separated by commas. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((s) => s.trim())
      .filter(Boolean),
  )

/** A path or a query would be glued into every link, and fit none. What is no address at all is refused as that. */
const isNoMoreThanOrigin = (url: string) => !URL.canParse(url) || /^\w+:\/\/[^/\\?#@\s]+\/?$/.test(url)

const isDecodable = (text: string) => !/%(?![0-9a-f]{2})/i.test(text)

/**
 * Whether what comes after the scheme is one address to the libraries that are given it. They would refuse it without a
 * name, and one of them by printing it with its password; or take what comes before a stray character for the server.
 */
function isWholeAddress(text: string): boolean {
  // PostgreSQL's need not name a server: postgres://user@/name?host=/run/postgresql
  const whole = text.replace('@/', '@localhost/')
  if (!URL.canParse(whole)) return false
  const { hash, pathname } = new URL(whole)
  return hash === '' && !pathname.includes('@')
}

const unreadable =
  'cannot be read as an address: in user and password @, /, :, # and % are written as %40, %2F, %3A, %23 and %25'

const serverAddress = (form: RegExp, otherwise: string) =>
  z
    .string()
    .regex(form, { error: otherwise, abort: true })
    .refine(isWholeAddress, { error: unreadable, abort: true })

/** As RFC 7064 and 7065 write them. A browser that is given one that it cannot read begins no call, by others neither. */
function isRelayAddress(text: string): boolean {
  const form =
    /^(?:turn|stun)s?:(?:\[[\da-f:.]+\]|[^\s/:?#@[\]]+)(?::(?<port>\d{1,5}))?(?:\?transport=(?:udp|tcp))?$/
  const { groups } = form.exec(text) ?? {}
  return groups !== undefined && Number(groups.port ?? 0) <= 65535
}

/** As an address that a browser gives names it. */
function isHost(text: string): boolean {
  const address = `https://${text}`
  return URL.canParse(address) && new URL(address).host === text
}

/** The variables that the server reads. */
export const environment = z.object({
  NODE_ENV: z.string().default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      isNoMoreThanOrigin,
      'must be scheme, name and port alone, as https://marga.example.org: no path, query, fragment or user',
    )
    .optional(),
  PRODUCT_NAME: z.string().trim().min(1).max(40).default('Marga'),
  DATABASE_URL: serverAddress(/^postgres(ql)?:\/\//, 'must begin with postgres://').optional(),
  REDIS_URL: serverAddress(/^rediss?:\/\/[^/\s]/, 'must begin with redis:// or rediss:// and name a server')
    .refine(isDecodable, unreadable)
    .optional(),
  PROCESSES: z
    .union(
      [z.literal('auto'), z.coerce.number().int().min(1).max(64)],
      'may be “auto”, or a number from 1 to 64',
    )
    .default(1),
  JOBS: z.enum(['on', 'off'], 'may be “on” or “off”').default('on'),
  HSTS: z.enum(['site', 'subdomains', 'off'], 'may be “site”, “subdomains” or “off”').default('site'),
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).optional(),
  SEARCH_SECONDS: z.coerce.number().min(1).max(600).default(4),
  CACHE_MB: z.coerce.number().min(0).max(4096).default(48),
  DATA_DIR: z.string().default('.data'),
  DEMO: flag.optional(),
  DEMO_IN_PUBLIC: z.literal('yes', 'may be “yes”, or absent').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  TRUSTED_PROXIES: list.refine(
    (proxies) => proxies.every(isProxyAddress),
    'may hold addresses and networks as 10.0.0.0/8, with commas between; names are not looked up',
  ),
  MODERATOR_EMAIL: z.email().optional(),
  MODERATOR_PASSWORD: z.string().min(8).max(128).optional(),
  TOKEN_SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  SMTP_URL: serverAddress(
    /^smtps?:\/\/[^/\s]/,
    'must begin with smtp:// or smtps:// and name a server',
  ).optional(),
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
  PUSH_SERVICES: list.refine(
    (hosts) => hosts.every(isHost),
    'each must be of the form host or host:port, in small letters, without https:// and a path',
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
  TURN_URLS: list.refine(
    (urls) => urls.every(isRelayAddress),
    'each must be of the form turn:host:port?transport=udp, turns:…, stun:… or stuns:…, without slashes and user',
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
  GRIEVANCE_OFFICER: z.string().trim().max(120).optional(),
  GRIEVANCE_EMAIL: z.email().optional(),
  SOCIAL_INSTAGRAM: z.string().default('/'),
  SOCIAL_FACEBOOK: z.string().default('/'),
  SOCIAL_LINKEDIN: z.string().default('/'),
  SOCIAL_TWITTER: z.string().default('/'),
})
export type Environment = z.output<typeof environment>

export const isDemo = (env: Environment) => env.DEMO ?? !env.DATABASE_URL
