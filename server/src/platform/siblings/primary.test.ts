import cluster from 'node:cluster'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { Log } from '../log.ts'
import { createClusterMetrics } from '../metrics.ts'
import { createPrimary } from './primary.ts'

const folder = mkdtempSync(join(tmpdir(), 'marga-primary-'))
afterAll(() => rmSync(folder, { recursive: true }))

const program = join(folder, 'serves.mjs')
writeFileSync(
  program,
  `const say = (item) => process.send({ marga: [item] })
   let name
   const figures = () => [{ name: 'tries', help: 'tries', type: 'gauge', aggregator: 'sum', values: [{ value: 7, labels: { process: name } }] }]
   process.on('message', ({ marga = [] }) => {
     for (const item of marga)
       if (item.says === 'begin') {
         name = item.assignment.name
         say({ says: 'ready', url: 'http://here' })
       } else if (item.says === 'measure' && name !== 'silent') say({ says: 'measured', id: item.id, figures: figures() })
   })
   say({ says: 'hello' })`,
)

const ends: { how: string }[] = []
const log = { error: (end: { how: string }) => ends.push(end) } as unknown as Log
let primary: ReturnType<typeof createPrimary>
afterEach(() => primary.stop('SIGKILL', 1_000))

const living = () => Object.values(cluster.workers ?? {}).flatMap((one) => (one?.isConnected() ? [one] : []))

describe('the first of several processes', () => {
  // As of a machine that has no memory, or no number, for one more process: told later, or at the very call.
  it.each([
    ['is told', join(folder, 'nowhere')],
    ['throws', program],
  ])('goes on trying where another cannot be begun now, which %s', async (_how, notAFolder) => {
    ends.length = 0
    cluster.setupPrimary({ exec: program, execArgv: [], cwd: folder })
    primary = createPrimary({ log })
    await primary.start({ role: 'jobs', name: 'jobs', webProcesses: 1, databaseUrl: '' })
    cluster.setupPrimary({ cwd: notAFolder })
    living()[0]!.process.kill('SIGKILL')
    await expect.poll(() => ends.map(({ how }) => how)).toEqual(['SIGKILL', expect.stringMatching(/spawn/)])
    cluster.setupPrimary({ cwd: folder })
    await expect.poll(() => living().length).toBe(1)
  })

  it('tells the figures of all that answer, and who does not', async () => {
    cluster.setupPrimary({ exec: program, execArgv: [], cwd: folder })
    primary = createPrimary({ log })
    for (const name of ['web-1', 'silent', 'web-2'])
      await primary.start({ role: 'web', name, webProcesses: 3, databaseUrl: '' })
    const lines = (await createClusterMetrics(primary).text()).split('\n')
    for (const name of ['web-1', 'web-2']) {
      expect(lines).toContain(`tries{process="${name}"} 7`)
      expect(lines).toContain(`marga_process_up{process="${name}"} 1`)
    }
    expect(lines).toContain('marga_process_up{process="silent"} 0')
    expect(lines.join()).not.toContain('tries{process="silent"}')
  })

  it('says what kept it from the first start', async () => {
    cluster.setupPrimary({ exec: program, execArgv: [], cwd: program })
    primary = createPrimary({ log })
    await expect(
      primary.start({ role: 'jobs', name: 'jobs', webProcesses: 1, databaseUrl: '' }),
    ).rejects.toThrow('spawn')
    cluster.setupPrimary({ cwd: folder })
  })
})
