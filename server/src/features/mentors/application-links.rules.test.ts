import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import {
  readApplicationToken,
  readReapplicationToken,
  writeApplicationToken,
  writeReapplicationToken,
} from './application-links.rules.ts'

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

it('names who applies again after which application and until when, and is no proof of anything else', () => {
  const of = { accountId: v7(), attempt: 3, expiresAt: new Date('2027-01-31T10:00:00.123Z') }
  const token = writeReapplicationToken(secret, of)
  expect(readReapplicationToken(secret, token)).toEqual(of)
  const bytes = Buffer.from(token, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    expect(readReapplicationToken(secret, changed.toString('base64url'))).toBeUndefined()
  }
  for (const wrong of [writeApplicationToken(secret, of.accountId), token.slice(0, -4), '', of.accountId])
    expect(readReapplicationToken(secret, wrong)).toBeUndefined()
  expect(readReapplicationToken(new TextEncoder().encode('another secret'), token)).toBeUndefined()
})
