import { BlockList, isIP } from 'node:net'

/** Where nobody but this machine and its own network comes. */
const ownNetworks = new BlockList()
for (const [base, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  ownNetworks.addSubnet(base, bits, 'ipv4')
for (const [base, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  ownNetworks.addSubnet(base, bits, 'ipv6')

/** Names that lead nowhere outside: localhost, and those set apart for tests and own networks (RFC 2606, 6761, 6762, 8375). */
const ownNames = /(^|\.)(localhost|test|example|invalid|local|internal|home\.arpa)$/

/** Whether an address can be one that strangers reach. */
export function isPublicAddress(url: string): boolean {
  const hostname = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const version = isIP(hostname)
  if (version !== 0) return !ownNetworks.check(hostname, version === 6 ? 'ipv6' : 'ipv4')
  return !ownNames.test(hostname) && hostname.includes('.')
}

/** Whether real money is taken by it. */
export const isLiveKey = (stripeKey = ''): boolean => /^(sk|rk)_live_/.test(stripeKey)

type Asked = {
  isDemo: boolean
  DEMO_IN_PUBLIC?: 'yes' | undefined
  PUBLIC_URL?: string | undefined
  STRIPE_SECRET_KEY?: string | undefined
}

/**
 * A demo lets everybody in, as moderator too, by passwords that stand on the page: not where strangers come, and not
 * with money, unless somebody says in so many words that this is meant.
 */
export function dangersOfDemo(env: Asked): string[] {
  if (!env.isDemo || env.DEMO_IN_PUBLIC) return []
  const asked =
    'set DEMO=0 with a DATA_DIR or database that no demo has filled, or DEMO_IN_PUBLIC=yes if that is what you want'
  return [
    ...(env.PUBLIC_URL && isPublicAddress(env.PUBLIC_URL)
      ? [
          `DEMO: PUBLIC_URL is ${env.PUBLIC_URL}, where everybody could sign in as a moderator with a password that is shown; ${asked}`,
        ]
      : []),
    ...(isLiveKey(env.STRIPE_SECRET_KEY)
      ? [`DEMO: STRIPE_SECRET_KEY is live, so that demo people would take real money; ${asked}`]
      : []),
  ]
}

/** Parameters by which an address would say what SMTP_TLS is there to say. */
export const saysTlsItself = (smtpUrl: string): boolean =>
  /[?&](requireTLS|ignoreTLS|opportunisticTLS|secure|tls(\.\w+)?)=/i.test(smtpUrl)
