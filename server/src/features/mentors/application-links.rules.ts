import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse as uuidBytes, stringify as uuidText } from 'uuid'

const proofBytes = 24
const tokenBytes = 16 + proofBytes

const proofOf = (secret: Uint8Array, said: Uint8Array, purpose = 'application') =>
  createHmac('sha256', secret).update(`${purpose}\0`).update(said).digest().subarray(0, proofBytes)

/** For a later mail: of the first one's token only the hash is kept. Derived, so that both links go on working. */
export function writeApplicationToken(secret: Uint8Array, applicationId: string): string {
  const id = Buffer.from(uuidBytes(applicationId))
  return Buffer.concat([id, proofOf(secret, id)]).toString('base64url')
}

/** @returns the application; undefined for what we have not written */
export function readApplicationToken(secret: Uint8Array, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== tokenBytes) return undefined
  const id = bytes.subarray(0, 16)
  return timingSafeEqual(bytes.subarray(16), proofOf(secret, id)) ? uuidText(id) : undefined
}

/** The refused application that is applied again after, and until when that is possible. */
export type Reapplication = { accountId: string; attempt: number; expiresAt: Date }

const attemptAt = 16
const expiryAt = attemptAt + 4
const saidBytes = expiryAt + 6

/**
 * Derived, and kept nowhere: whoever asks for links in somebody's name replaces none of those in the mailbox. Spent by
 * the next application, whose number is another.
 */
export function writeReapplicationToken(secret: Uint8Array, of: Reapplication): string {
  const said = Buffer.alloc(saidBytes)
  said.set(uuidBytes(of.accountId))
  said.writeUInt32BE(of.attempt, attemptAt)
  said.writeUIntBE(of.expiresAt.getTime(), expiryAt, saidBytes - expiryAt)
  return Buffer.concat([said, proofOf(secret, said, 'reapplication')]).toString('base64url')
}

/** @returns undefined for what we have not written */
export function readReapplicationToken(secret: Uint8Array, token: string): Reapplication | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== saidBytes + proofBytes) return undefined
  const said = bytes.subarray(0, saidBytes)
  if (!timingSafeEqual(bytes.subarray(saidBytes), proofOf(secret, said, 'reapplication'))) return undefined
  return {
    accountId: uuidText(said.subarray(0, attemptAt)),
    attempt: said.readUInt32BE(attemptAt),
    expiresAt: new Date(said.readUIntBE(expiryAt, saidBytes - expiryAt)),
  }
}
