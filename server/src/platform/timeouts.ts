/** How long this process waits for what lies outside of it, in milliseconds, before it does without. */
export type Timeouts = {
  /** An answer of Redis. */
  redisMs: number
  /** What other processes know of a room. */
  roomMs: number
  /** Each request to the issuer of sign-ins; two tries of its description still end within 10 s. */
  issuerMs: number
  /** The database, for the last event that a session hears before its sockets are cut. */
  lastEventMs: number
}

export const defaultTimeouts: Timeouts = {
  redisMs: 1_000,
  roomMs: 1_000,
  issuerMs: 3_000,
  lastEventMs: 1_000,
}
