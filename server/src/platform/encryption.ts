import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/**
 * Seals what the database must not give away by itself, by a key derived from TOKEN_SECRET for that
 * purpose alone: AES-256-GCM, and the owner's id is sealed in, so that a row moved to another account is refused.
 */
export function createEncryption(secret: Uint8Array, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `marga ${purpose}`, 32))
  return {
    encrypt(text: string, ownerId: string): Buffer {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(ownerId))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    /** @returns undefined when it was sealed for somebody else, by another key, or was changed since */
    decrypt(encrypted: Buffer, ownerId: string): string | undefined {
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, nonceBytes))
      decipher.setAAD(Buffer.from(ownerId)).setAuthTag(encrypted.subarray(-tagBytes))
      const text = decipher.update(encrypted.subarray(nonceBytes, -tagBytes))
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
    /** For what is only ever compared. */
    hash: (text: string, ownerId: string): Buffer =>
      createHmac('sha256', key).update(`${ownerId}\0${text}`).digest(),
  }
}
export type Encryption = ReturnType<typeof createEncryption>
