/** How long this process waits for what lies outside of it, in milliseconds. */
export type Timeouts = {
  /** An answer of Redis. */
  redisMs: number
  /** What other processes know of a room. */
  roomMs: number
  /** Each request to the issuer, without whose answer nobody signs in by it. */
  issuerMs: number
  /** The database, for the last event that a session hears before its sockets are cut. */
  lastEventMs: number
}

export const defaultTimeouts: Timeouts = {
  redisMs: 1_000,
  roomMs: 1_000,
  /** So that two tries of its description end within 10 s. */
  issuerMs: 3_000,
  lastEventMs: 1_000,
}
