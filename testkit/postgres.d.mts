/** Settings of postgresql.conf, by their names. */
export type PostgresSettings = Record<string, string>

export type PostgresServer = {
  folder: string
  port: number
  url: string
  /** Once more with the same settings where none are given. Settles when it takes connections. */
  start(settings?: PostgresSettings): Promise<void>
  /** In order: whoever is connected is sent away. */
  stop(): Promise<void>
  /** All its processes at once, without warning. */
  kill(): Promise<void>
  isRunning(): boolean
}

/** The folder of the programs of the oldest PostgreSQL that the product supports; undefined when there is none. */
export function findPostgresPrograms(): string | undefined

/** PostgreSQL servers of a test's own, thrown away together. @param options.parent where their files lie */
export function createPostgresServers(options?: { parent?: string }): {
  root: string
  /** A folder that the servers may write to. */
  folder(name: string): string
  create(name: string, options?: { password?: string }): Promise<PostgresServer>
  /** A base backup of a running one. */
  copy(name: string, from: PostgresServer): Promise<PostgresServer>
  dispose(): Promise<void>
}

/** One server of its own, made, started and thrown away. @param options.parent where its files lie */
export function startPostgres(options?: {
  parent?: string
  settings?: PostgresSettings
  password?: string
}): Promise<PostgresServer & { dispose(): Promise<void> }>
