import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { parse as uuidBytes, stringify as uuidText } from 'uuid'

/**
 * Opaque to everyone else: session id, generation and a proof, in base64url. The proof is derived
 * from session and generation, so that two tabs which refresh at once are given the same successor.
 */
export type RefreshToken = { sessionId: string; generation: number }

const proofBytes = 32
const totalBytes = 16 + 4 + proofBytes

export function createRefreshTokens(secret: Uint8Array) {
  const proofOf = (head: Uint8Array) => createHmac('sha256', secret).update('refresh\0').update(head).digest()

  return {
    write({ sessionId, generation }: RefreshToken): string {
      const head = Buffer.alloc(20)
      head.set(uuidBytes(sessionId), 0)
      head.writeUInt32BE(generation, 16)
      return Buffer.concat([head, proofOf(head)]).toString('base64url')
    },

    /** Undefined for anything that was not written by us. */
    read(token: string): RefreshToken | undefined {
      if (!/^[\w-]+$/.test(token)) return undefined
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== totalBytes || bytes.toString('base64url') !== token) return undefined
      const head = bytes.subarray(0, 20)
      if (!timingSafeEqual(proofOf(head), bytes.subarray(20))) return undefined
      return { sessionId: uuidText(head.subarray(0, 16)), generation: head.readUInt32BE(16) }
    },
  }
}
export type RefreshTokens = ReturnType<typeof createRefreshTokens>

/** What the database keeps of a token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()
