/** A timer of more is one of a millisecond. */
const timerMsMax = 2 ** 31 - 1

/** For how long a connection is waited for: what the address says as it does to libpq, in seconds, or 5. */
export function connectTimeoutMs(url: string): number {
  const given = URL.canParse(url) ? Number(new URL(url).searchParams.get('connect_timeout')) : 0
  return Number.isFinite(given) && given > 0 ? Math.min(given * 1000, timerMsMax) : 5_000
}
