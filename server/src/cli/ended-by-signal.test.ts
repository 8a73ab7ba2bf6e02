import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { builtScript } from '../../../testkit/built-server.mjs'
import { findPostgresProcesses } from '../platform/db/embedded-process.ts'

const scratch = mkdtempSync(join(tmpdir(), 'marga-command-'))
// As root the embedded database runs as another user, who must be able to enter.
chmodSync(scratch, 0o755)
let command: ChildProcess | undefined

afterAll(() => {
  command?.kill('SIGKILL')
  for (const pid of findPostgresProcesses(dataPath)) process.kill(pid, 'SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})

const dataPath = join(scratch, 'postgres', 'data')

/** Waits for an answer, with the database that was started for it. */
async function startCommand() {
  const child = spawn(process.execPath, [builtScript('cli/moderator-create')], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: scratch },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  command = child
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  await expect.poll(() => said, { timeout: 200_000 }).toContain('Email: ')
  return child
}

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  'a command that is ended by %s leaves no database running',
  async (signal, code) => {
    const child = await startCommand()
    expect(findPostgresProcesses(dataPath)).not.toEqual([])
    const ended = once(child, 'exit')
    child.kill(signal)
    await expect.poll(() => findPostgresProcesses(dataPath)).toEqual([])
    expect((await ended)[0]).toBe(code)
  },
  240_000,
)
