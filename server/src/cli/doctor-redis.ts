import { Redis } from 'ioredis'
import type { Config } from '../config.ts'
import { type Found, notice, ok, plain, problem } from './doctor-findings.ts'

const oldest = [6, 2] as const
const answerWithinMs = 5_000

/** Asks Redis whether it is there, lets us in, is new enough, and keeps what it is given. */
export async function checkRedis({ redisUrl, databaseUrl }: Config): Promise<Found> {
  if (!redisUrl) {
    return ok(
      databaseUrl
        ? 'No REDIS_URL: one process serves this database; a second one would refuse to start.'
        : 'No REDIS_URL, and no need of it: the embedded database serves one process.',
    )
  }
  const client = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: answerWithinMs,
    commandTimeout: answerWithinMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    disableClientInfo: true,
  })
  // `connect` says only that the connection was closed; why comes here.
  let reason: unknown
  client.on('error', (error) => {
    reason ??= error
  })
  try {
    await client.connect()
    // A database number that is not there is refused beside the connection.
    if (reason) throw reason
    return await inspect(client)
  } catch (error) {
    return problem(`REDIS_URL does not work: ${inWords(reason ?? error)}`)
  } finally {
    client.disconnect()
  }
}

async function inspect(client: Redis): Promise<Found> {
  const info = await client.info()
  const name = fieldOf(info, 'redis_version') ?? '0'
  const [major = 0, minor = 0] = name.split('.').map(Number)
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    return problem(`It is Redis ${name}; ${oldest.join('.')} or later is needed.`)
  }
  if (fieldOf(info, 'role') !== 'master') {
    return problem('REDIS_URL leads to a replica, which takes nothing. Give the address of the primary.')
  }
  const policy = fieldOf(info, 'maxmemory_policy')
  if (policy && policy !== 'noeviction') {
    return notice(
      `Redis ${name} answers, but its maxmemory-policy is ${policy}: when its memory is full it forgets counts and announcements without a word. Set it to noeviction.`,
    )
  }
  return ok(`Redis ${name} answers, and forgets nothing before its time.`)
}

const refusals: [RegExp, string][] = [
  [/^NOAUTH/, 'the server wants a password, as in redis://:password@host:6379.'],
  [/^WRONGPASS|^ERR invalid password/, 'the password is wrong, or the user.'],
  [/^NOPERM/, 'the user may not do what is needed: read and write keys, streams and channels, INFO, EVAL.'],
  [/DB index is out of range/, 'there is no database of that number.'],
  [/^Connection is closed/, 'whatever answers at that address is no Redis, or has no room.'],
]

function inWords(error: unknown) {
  const message = error instanceof Error ? error.message : ''
  return refusals.find(([pattern]) => pattern.test(message))?.[1] ?? plain(error)
}

const fieldOf = (info: string, name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
