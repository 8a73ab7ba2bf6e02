import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireLock, LockedError } from './embedded-lock.ts'
import { readProcess } from './embedded-process.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marga-lock-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a free folder is locked at once and freed again', async () => {
  const unlock = await acquireLock(folder, 0)
  expect(readdirSync(folder)).toHaveLength(1)
  unlock()
  expect(readdirSync(folder)).toHaveLength(0)
})

test('the same process is refused a second time', async () => {
  const unlock = await acquireLock(folder, 0)
  await expect(acquireLock(folder, 0)).rejects.toThrow(LockedError)
  unlock()
})

test('a live holder is named', async () => {
  const other = spawn('sleep', ['30'])
  writeFileSync(join(folder, `${other.pid}-${readProcess(other.pid ?? 0)?.startedAt}`), '')
  await expect(acquireLock(folder, 100)).rejects.toMatchObject({ holderPid: other.pid })
  other.kill('SIGKILL')
})

test('a lock of the dead is ignored, also when its pid was given to somebody else', async () => {
  writeFileSync(join(folder, '999999999-long.ago'), '')
  writeFileSync(join(folder, `${process.ppid}-another.start`), '')
  const unlock = await acquireLock(folder, 0)
  expect(readdirSync(folder)).toHaveLength(1)
  unlock()
})

test('a holder that ends while somebody waits lets go', async () => {
  const other = spawn('sleep', ['0.3'])
  writeFileSync(join(folder, `${other.pid}-${readProcess(other.pid ?? 0)?.startedAt}`), '')
  const unlock = await acquireLock(folder, 5_000)
  unlock()
})
