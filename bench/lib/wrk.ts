import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Load = { perSecond: number; p99Ms: number }

/** What a browser says of each page and answer that it asks for, as far as it changes what it is sent. */
export const browserHeaders = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/**
 * One round of wrk (apt-get install wrk) on one of its threads with eight connections, that takes what a browser takes.
 * @param script a wrk script in Lua, when the address is not the same each time
 * @throws when any answer is not 2xx, or where there is no wrk
 */
export async function load(of: { url: string; seconds: number; script?: string }): Promise<Load> {
  const script = of.script ? ['-s', of.script] : []
  const { stdout } = await run('wrk', [
    '-t1',
    '-c8',
    `-d${of.seconds}s`,
    '--latency',
    ...Object.entries(browserHeaders).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...script,
    of.url,
  ]).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error('wrk is not installed: apt-get install wrk') : error
  })
  const failed = /Non-2xx[^\n]*/.exec(stdout)
  if (failed) throw new Error(`${of.url}: ${failed[0]}`)
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  const factor = { us: 0.001, ms: 1, s: 1000 }[unit as 'ms'] ?? Number.NaN
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), p99Ms: Number(p99) * factor }
}
