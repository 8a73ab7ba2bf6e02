import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { builtScript } from '../../testkit/built-server.mjs'
import { findPostgresProcesses } from './platform/db/embedded-process.ts'

const scratch = mkdtempSync(join(tmpdir(), 'marga-main-'))
// As root the embedded database runs as another user, who must be able to enter.
chmodSync(scratch, 0o755)
const dataPath = join(scratch, 'postgres', 'data')
let product: ChildProcess | undefined

afterAll(() => {
  product?.kill('SIGKILL')
  for (const pid of findPostgresProcesses(dataPath)) process.kill(pid, 'SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})

it('the product ends in order with its terminal, and leaves no database running', async () => {
  const child = spawn(process.execPath, [builtScript('main')], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: scratch, DEMO: '0', PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  product = child
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  await expect.poll(() => said, { timeout: 90_000 }).toContain('is running at')
  expect(findPostgresProcesses(dataPath)).not.toEqual([])
  const ended = once(child, 'exit')
  child.kill('SIGHUP')
  expect(await ended).toEqual([0, null])
  expect(findPostgresProcesses(dataPath)).toEqual([])
})
