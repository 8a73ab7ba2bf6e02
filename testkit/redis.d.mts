/** A Redis of a test's own, which may be stopped in every way that happens to one. */
export type RedisServer = {
  url: string
  start(): Promise<void>
  /** As a crash would; it keeps nothing. */
  kill(): Promise<void>
  /** Takes connections and answers nothing, until `thaw`. */
  freeze(): void
  thaw(): void
}

/** Without the program such tests are skipped. */
export const hasRedisServer: boolean

/** @param settings of redis.conf, by their names */
export function startRedisServer(settings?: Record<string, string>): Promise<RedisServer>
