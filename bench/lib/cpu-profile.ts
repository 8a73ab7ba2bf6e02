import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** As V8 writes it; times in microseconds of the machine's own clock. */
type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  startTime: number
  samples: number[]
  timeDeltas: number[]
}
/** In microseconds of the same clock. */
export type Span = { from: number; to: number }

export const machineMicroseconds = () => Number(process.hrtime.bigint() / 1000n)

/** Of the main thread, the last one that was written there. */
export function readProfile(folder: string): CpuProfile {
  const names = readdirSync(folder).filter((name) => /\.\d+\.0\.\d+\.cpuprofile$/.test(name))
  const name = names.sort().at(-1)
  if (!name) throw new Error(`no profile of a main thread in ${folder}: ${readdirSync(folder)}`)
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile
}

/** Where what is not ours is counted; the first that is in the address. */
const packages: [RegExp, string][] = [
  [/\/node_modules\/(?:pg|pg-[\w-]+|postgres-[\w-]+)\//, 'pg'],
  [/\/node_modules\/kysely\//, 'kysely'],
  [/\/node_modules\/(?:socket\.io[\w-]*|engine\.io[\w-]*|@socket\.io\/[\w-]+|ws)\//, 'Socket.IO'],
  [/\/node_modules\/(?:fastify|@fastify|find-my-way|light-my-request|avvio)/, 'Fastify'],
  [/\/node_modules\/zod\//, 'zod'],
  [/\/node_modules\/(?:ioredis|@ioredis|redis-parser)/, 'Redis'],
  [/\/node_modules\/(?:react|react-dom|react-router|scheduler|turbo-stream)\//, 'React'],
  [/\/web\/build\/server\//, 'pages'],
  [/\/contract\//, 'contract'],
  [/\/server\/dist\/platform\/db\//, 'platform/db'],
  [/\/server\/dist\/platform\//, 'platform'],
  [/\/server\/dist\/http\//, 'http'],
  [/\/server\/dist\/realtime\//, 'realtime'],
  [/\/server\/dist\/features\//, 'features'],
  [/\/node_modules\//, 'other packages'],
]

function layerOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string | undefined {
  if (functionName === '(idle)') return undefined
  if (functionName === '(garbage collector)') return 'garbage'
  if (functionName === '(program)') return 'outside JavaScript'
  if (url.startsWith('node:') || url === '') return 'Node'
  return packages.find(([pattern]) => pattern.test(url))?.[1] ?? 'other packages'
}

/** @returns microseconds by layer, of what ran in that span */
export function timeByLayer({ nodes, startTime, samples, timeDeltas }: CpuProfile, span: Span) {
  const layers = new Map(nodes.map(({ id, callFrame }) => [id, layerOf(callFrame)]))
  const spent = new Map<string, number>()
  let at = startTime
  for (const [index, id] of samples.entries()) {
    at += timeDeltas[index]!
    const layer = layers.get(id)
    if (at < span.from || at > span.to || layer === undefined) continue
    // What a sample stands for lasts until the next one.
    const lasts = timeDeltas[index + 1] ?? 0
    spent.set(layer, (spent.get(layer) ?? 0) + lasts)
  }
  return spent
}
