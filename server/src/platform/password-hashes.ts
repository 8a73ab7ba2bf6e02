import { availableParallelism } from 'node:os'
import { Tinypool } from 'tinypool'
import { minutesMs } from './clock.ts'

const worker = new URL('./password-worker.mjs', import.meta.url)

let threads: Tinypool | undefined
/** As many hashes at once as there are cores; more would only take each other's time, and 19 MiB each. */
const inThread = (name: 'hash' | 'verify', given: unknown) => {
  threads ??= new Tinypool({
    filename: worker.href,
    minThreads: 0,
    maxThreads: Math.min(availableParallelism(), 3),
    idleTimeout: minutesMs(1),
  })
  return threads.run(given, { name })
}

export const hashPassword = (password: string): Promise<string> => inThread('hash', password)

let decoy: Promise<string> | undefined

/**
 * Whether the password fits. An absent hash (unknown address, account without a password) costs the
 * same time as a wrong one, so that neither tells who has an account.
 */
export async function isPasswordRight(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const compared = passwordHash ?? (await decoy)
  const isRight: boolean = await inThread('verify', { compared, password })
  return isRight && Boolean(passwordHash)
}
