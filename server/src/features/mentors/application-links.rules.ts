import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse as uuidBytes, stringify as uuidText } from 'uuid'

const proofBytes = 24
const tokenBytes = 16 + proofBytes

const proofOf = (secret: Uint8Array, id: Uint8Array) =>
  createHmac('sha256', secret).update('application\0').update(id).digest().subarray(0, proofBytes)

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
