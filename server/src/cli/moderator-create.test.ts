import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { builtScript } from '../../../testkit/built-server.mjs'
import { startEmbeddedDatabase } from '../platform/db/embedded-database.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'marga-moderator-'))
// As root the embedded database runs as another user, who must be able to enter.
chmodSync(dataDir, 0o755)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** As somebody at a terminal who types what is given, and then nothing. */
const create = (args: string[], typed: string) => run('moderator-create', args, typed)

function run(name: string, args: string[], typed: string) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir }
  return new Promise<{ said: string; complaint: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [builtScript(`cli/${name}`), ...args],
      { env },
      (_, said, complaint) => resolve({ said, complaint }),
    )
    if (typed) child.stdin!.end(typed)
  })
}

it('says that the server runs before it asks for a password, and asks when it does not', async () => {
  const server = await startEmbeddedDatabase({ dataDir, log: () => {} })
  try {
    const { said, complaint } = await create(['new@moderator.test'], '')
    expect(complaint).toMatch(/stop it first/)
    expect(said).not.toContain('Password')
  } finally {
    await server.stop()
  }
  const alone = await create(['new@moderator.test'], 'walnut-harbour-91\n')
  expect(alone.said).toContain('Moderator new@moderator.test is created.')
  expect((await create(['other@moderator.test'], '\n')).said).not.toContain('is created')
  // No server has begun on this database, which would do what is left to be done.
  const reset = await run('moderator-password', ['new@moderator.test'], 'cedar-lantern-47\n')
  expect(reset.complaint).toBe('')
  expect(reset.said).toContain('password of new@moderator.test is set')
  const unanswered = await create([], 'other@moderator.test\n')
  expect(unanswered.complaint).toContain('No moderator was made, since that was not answered.')
}, 240_000)
