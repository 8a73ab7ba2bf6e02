/**
 * Requests a minute per bucket. `account` counts by the token's account, and by the network address where
 * there is none; `address` always by the network address (IPv6 by /64). RATE_LIMIT_FACTOR multiplies all.
 */
export const rateLimits = {
  /** Whatever comes from one address, before it is known who asks. Each process counts by itself. */
  address: { perMinute: 12_000, by: 'address' },
  /** Every request and socket event also counts here: one budget an account over both. */
  general: { perMinute: 3000, by: 'account' },
  page: { perMinute: 1200, by: 'address' },
  document: { perMinute: 120, by: 'address' },
  file: { perMinute: 6000, by: 'address' },
  socket: { perMinute: 600, by: 'address' },
  poll: { perMinute: 3000, by: 'address' },
  csp: { perMinute: 30, by: 'address' },
  signIn: { perMinute: 120, by: 'address' },
  signUp: { perMinute: 120, by: 'address' },
  code: { perMinute: 30, by: 'address' },
  refresh: { perMinute: 240, by: 'address' },
  write: { perMinute: 600, by: 'account' },
  upload: { perMinute: 60, by: 'account' },
  /** Of a profile: its words go into the search of every process, and each answer repeats it and is kept for a day. */
  profile: { perMinute: 60, by: 'account' },
  /** Each is written down as a stay. A browser whose line breaks comes back by another. */
  liveJoin: { perMinute: 30, by: 'account' },
  checkout: { perMinute: 60, by: 'account' },
  /** A server of somebody else's is asked, and what it says is taken apart. */
  calendar: { perMinute: 6, by: 'account' },
} as const satisfies Record<string, { perMinute: number; by: 'account' | 'address' }>
export type RateLimitName = keyof typeof rateLimits
