import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generatedSecret, secretPath } from './secrets.ts'

let scratch: string
let dataDir: string
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'marga-secrets-'))
  dataDir = join(scratch, 'not there yet')
})
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

describe('a secret that is generated', () => {
  it('is long, stays the same, and only its owner may read it', async () => {
    const secret = await generatedSecret(dataDir, 'token')
    expect(secret.length).toBeGreaterThanOrEqual(64)
    expect(await generatedSecret(dataDir, 'token')).toBe(secret)
    expect(await generatedSecret(dataDir, 'other')).not.toBe(secret)
    expect(statSync(secretPath(dataDir, 'token')).mode & 0o777).toBe(0o600)
  })

  it('is one for all who make it at once, and nothing else is left beside it', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => generatedSecret(dataDir, 'token')))
    expect(new Set(secrets).size).toBe(1)
    expect(readdirSync(dataDir)).toEqual(['token.secret'])
  })

  it.each(['', '\n', 'a'.repeat(31), `${'a'.repeat(31)}\n`])(
    'is not used when its file is torn (%j), which stays as it is',
    async (torn) => {
      await generatedSecret(dataDir, 'token')
      const path = secretPath(dataDir, 'token')
      writeFileSync(path, torn)
      await expect(generatedSecret(dataDir, 'token')).rejects.toThrow(`${path} holds ${torn.trim().length} `)
      expect(readFileSync(path, 'utf8')).toBe(torn)
    },
  )
})
