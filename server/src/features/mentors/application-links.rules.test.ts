import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import { readApplicationToken, writeApplicationToken } from './application-links.rules.ts'

const secret = new TextEncoder().encode('a secret that only this test knows')

it('names the application, and nothing that we have not written does', () => {
  const id = v7()
  const token = writeApplicationToken(secret, id)
  expect(readApplicationToken(secret, token)).toBe(id)
  const ofAnother = writeApplicationToken(secret, v7())
  // The id of one, the proof of the other.
  const mixed = Buffer.concat([
    Buffer.from(token, 'base64url').subarray(0, 16),
    Buffer.from(ofAnother, 'base64url').subarray(16),
  ]).toString('base64url')
  for (const wrong of [mixed, token.slice(0, -2), `${token}AA`, '', id])
    expect(readApplicationToken(secret, wrong)).toBeUndefined()
  expect(readApplicationToken(new TextEncoder().encode('another secret'), token)).toBeUndefined()
})
